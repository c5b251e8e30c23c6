type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Where answers are written, each in the place of the one before: a connection takes what it sends at once, so a new
 * array for each would only be work for the garbage collector.
 */
export class Desk {
  bytes: Bytes = new Uint8Array(4096);
  view = new DataView(this.bytes.buffer);
  /** How many answers were written. Only the last one is still there. */
  count = 0;

  /** `written` bytes of the answer are there already. */
  makeRoom(length: number, written = 0): void {
    if (length <= this.bytes.length) return;
    const before = this.bytes.subarray(0, written);
    this.bytes = new Uint8Array(2 * length);
    this.bytes.set(before);
    this.view = new DataView(this.bytes.buffer);
  }

  take(length: number): Bytes {
    this.count++;
    return this.bytes.subarray(0, length);
  }
}
