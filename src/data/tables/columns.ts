import type { ColumnType } from "kysely";

// User and meme ids are TEXT of 18 digits, times are integer milliseconds, booleans are 0 and 1. Both databases return
// the same JavaScript values for them, and no digit is ever rounded.
export type Flag = number;
export type Millis = number;
export type Measured = ColumnType<number | null, number | null | undefined, number | null>;
