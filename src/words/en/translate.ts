export const translate = {} as const;
