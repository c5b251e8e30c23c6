import { DomainError } from "../core/errors.ts";
import { said } from "../words/messages.ts";

/** Decoding takes a core and tens of megabytes: more at once would be slower for everyone, not faster. */
const AT_ONCE = 2;
const MAX_WAITING = 50;

let running = 0;
const waiting: (() => void)[] = [];

/** How many images wait for their turn. */
export const imageQueueDepth = () => waiting.length;

export async function inImageQueue<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) {
    running++;
  } else {
    if (waiting.length >= MAX_WAITING) {
      throw new DomainError("unavailable", said("error.many-images"));
    }
    // Whoever finishes hands its place over, so that a newcomer cannot take it first.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
