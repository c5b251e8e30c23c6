/** What cannot be taken from a connection, or not any longer. It is refused and the connection closed. */
export class WireError extends Error {
  override name = "WireError";

  constructor(
    readonly status: 400 | 408 | 431 | 501 | 505,
    sentence: string,
  ) {
    super(sentence);
  }
}
