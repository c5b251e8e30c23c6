import { AGES, type Age } from "../data/counters.ts";

/** What may be shown to whoever asks for at most this age rating. */
export const ALLOWED: Record<Age, readonly Age[]> = { 1: [1], 2: [1, 2], 4: AGES };
