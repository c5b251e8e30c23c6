/** 1 family friendly, 2 teen, 4 mature. */
export type Age = 1 | 2 | 4;

export const AGES: readonly Age[] = [1, 2, 4];

/** Age ratings shown to somebody who asks for at most this one. */
export const ALLOWED: Record<Age, readonly Age[]> = { 1: [1], 2: [1, 2], 4: AGES };
