import { DomainError } from "./errors.ts";

/** Nothing that leaves the process may wait for ever: a black-holed peer never answers and never fails. */
export async function withDeadline<T>(work: Promise<T>, ms: number, what: string): Promise<T> {
  let timer: Timer | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new DomainError("unavailable", `${what} did not answer within ${ms / 1000} seconds; try again shortly.`));
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
