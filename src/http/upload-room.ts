import { DomainError } from "../core/errors.ts";
import { said } from "../words/messages.ts";

/** A slow line may take so long for a large picture. */
export const UPLOAD_SECONDS = 120;
const MOST_BYTES = 256 * 1024 * 1024;
/** So that nobody alone can fill it: room for two of the largest. */
const MOST_OF_ONE = 96 * 1024 * 1024;

/** The memory that all uploads of this process may take together while they arrive and are worked on. */
export class UploadRoom {
  #taken = 0;
  #takenBy = new Map<string, number>();

  enter(userId: string) {
    let mine = 0;
    return {
      take: (bytes: number) => {
        if (this.#taken + bytes > MOST_BYTES || (this.#takenBy.get(userId) ?? 0) + bytes > MOST_OF_ONE)
          throw new DomainError("unavailable", said("error.many-uploads"));
        this.#count(userId, bytes);
        mine += bytes;
      },
      [Symbol.dispose]: () => this.#count(userId, -mine),
    };
  }

  #count(userId: string, bytes: number) {
    this.#taken += bytes;
    const now = (this.#takenBy.get(userId) ?? 0) + bytes;
    if (now === 0) this.#takenBy.delete(userId);
    else this.#takenBy.set(userId, now);
  }
}
