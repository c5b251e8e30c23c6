/** An uploaded video on disk, larger than what is kept in memory. It is there until its request is answered. */
export class SpooledVideo {
  constructor(
    readonly content: Blob,
    /** SHA-256 of its bytes, in hex, if it tells one request from another. */
    readonly digest = "",
  ) {}

  get length(): number {
    return this.content.size;
  }
}
