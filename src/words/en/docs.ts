export const docs = {} as const;
