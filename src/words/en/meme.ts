export const meme = {} as const;
