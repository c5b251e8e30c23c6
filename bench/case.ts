import type { Db } from "../src/data/schema.ts";

export interface Case {
  name: string;
  connections: number;
  /** Minimum share of a bare server's requests per second. */
  ratio?: number;
  /** Maximum median, in milliseconds. */
  p50?: number;
  /** Send the caller's ETag: the answer is 304. */
  revalidates?: true;
  /** Reported in milliseconds, without a bare server to compare with; a larger site may take longer. */
  list?: true;
  /** Name of the case that reads the first page of the same list. */
  pageOne?: string;
  paths(db: Db): Promise<string[]>;
}
