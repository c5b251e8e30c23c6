/** What a client has sent without waiting for answers is answered in turns of so many requests. */
const MAX_IN_TURN = 32;

/** Sees to it that one connection does not keep all others waiting. */
export class PauseBetween {
  #inTurn = 0;
  #isPaused = false;

  constructor(private goOn: () => void) {}

  /** Others come first. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Something new has arrived, so others have had their turn. */
  begin(): void {
    this.#inTurn = 0;
  }

  /** Another request would be answered. Begins a pause if there have been enough. */
  count(): void {
    if (this.#inTurn++ < MAX_IN_TURN) return;
    this.#isPaused = true;
    setImmediate(() => {
      this.#isPaused = false;
      this.#inTurn = 0;
      this.goOn();
    });
  }
}
