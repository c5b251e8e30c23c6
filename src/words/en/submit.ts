export const submit = {} as const;
