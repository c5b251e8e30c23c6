import type { Prepared } from "./boxes.ts";

/** A template as it is written down: in units of its drawing, which is 800 wide. */
export interface Drawn {
  slug: string;
  name: string;
  alt: string;
  tags: readonly string[];
  height: number;
  boxes: readonly Prepared[];
  texts: readonly string[];
}
