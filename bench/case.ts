import type { Db } from "../src/data/schema.ts";

export interface Case {
  name: string;
  connections: number;
  /** Least share of the requests per second of a bare server. */
  ratio?: number;
  /** Most milliseconds at the median. */
  p50?: number;
  /** Sent with the caller's ETag: the answer is 304. */
  revalidates?: true;
  /** Told in milliseconds, without a bare server to compare with; it may take longer on a larger site. */
  list?: true;
  /** The name of the case that asks for the first page of the same list. */
  pageOne?: string;
  paths(db: Db): Promise<string[]>;
}
