export const pro = {} as const;
