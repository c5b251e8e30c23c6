export const passkeys = {} as const;
