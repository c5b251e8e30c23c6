export const browser = {} as const;
