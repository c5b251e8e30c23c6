import { DomainError } from "../core/errors.ts";

const MOST_BYTES = 256 * 1024 * 1024;

/** The memory that all uploads of this process may take together while they arrive and are worked on. */
export class UploadRoom {
  #taken = 0;

  constructor(private most = MOST_BYTES) {}

  enter() {
    let mine = 0;
    return {
      take: (bytes: number) => {
        if (this.#taken + bytes > this.most)
          throw new DomainError("unavailable", "Too many uploads are on their way at once; try again shortly.");
        this.#taken += bytes;
        mine += bytes;
      },
      [Symbol.dispose]: () => {
        this.#taken -= mine;
      },
    };
  }
}
