import { bytesOf, cancel, isLong, type HttpResponse, type Long } from "./http-response.ts";
import type { Outlet } from "./outlet.ts";
import { piecesOf, type Pieces } from "./pieces.ts";
import type { Head } from "./read-head.ts";
import { writeHead } from "./write-head.ts";

/** Statuses whose answers end after the head. */
const BODILESS = new Set([204, 304]);
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/** The request that is answered. */
export type Asked = Pick<Head, "method" | "isOld">;

/** What a sender tells its connection. */
export interface Sent {
  /** The connection ends with this answer. */
  isLast: boolean;
  /** The client has to read before anything more can be sent, or nothing waits for it any more. */
  waiting(): void;
  /** The whole answer is on its way. */
  finished(): void;
  /** It broke off after it had begun: nothing else can tell the client that it is not whole. */
  cutOff(): void;
}

/** Sends answers on one connection, one after the other. */
export class Sender {
  #pieces: Pieces | undefined;
  #isEndless = false;
  /** All of it is written, and waits for the client to read. */
  #isWritten = false;
  #isClosed = false;

  constructor(
    private outlet: Outlet,
    private connection: Sent,
    private failed: (error: unknown) => HttpResponse,
  ) {}

  /** Nobody knows when the answer that is being sent will end. */
  get isEndless(): boolean {
    return this.#pieces !== undefined && this.#isEndless;
  }

  send(response: HttpResponse, asked: Asked): void {
    const { body, status } = response;
    const isEmpty = asked.method === "HEAD" || BODILESS.has(status);
    if (isLong(body) && !isEmpty) return void this.#sendPieces(response, body, asked);
    let bytes: Uint8Array | undefined;
    try {
      if (isLong(body)) cancel(body);
      else bytes = bytesOf(body);
    } catch (error) {
      return this.send(this.failed(error), asked);
    }
    const head = this.#headOf(response, asked, isEmpty ? statedLength(response, bytes) : (bytes?.length ?? 0));
    this.outlet.writeAnswer(head, isEmpty ? undefined : bytes);
    this.#isWritten = this.outlet.isBlocked;
    if (this.#isWritten) this.connection.waiting();
    else this.connection.finished();
  }

  /** The system has taken what waited. */
  drained(): void {
    if (!this.#isWritten) return;
    this.#isWritten = false;
    this.connection.finished();
  }

  /** The connection is closed. */
  close(): void {
    this.#isClosed = true;
    this.#pieces?.cancel();
  }

  /** Before any of it is sent, its beginning has to be there. */
  async #sendPieces(response: HttpResponse, body: Long, asked: Asked) {
    const length = body instanceof Blob ? body.size : response.headers.length;
    this.#isEndless = length === undefined;
    let pieces: Pieces;
    let first: Uint8Array | undefined;
    try {
      this.#pieces = pieces = piecesOf(body);
      first = await pieces.next();
    } catch (error) {
      this.#pieces = undefined;
      if (!this.#isClosed) this.send(this.failed(error), asked);
      return;
    }
    try {
      const isChunked = length === undefined && !asked.isOld;
      // Then nothing else can tell where it ends.
      if (length === undefined && !isChunked) this.connection.isLast = true;
      this.outlet.write(Buffer.from(this.#headOf(response, asked, length, isChunked), "latin1"));
      await this.#writePieces(pieces, first, length, isChunked);
      this.#pieces = undefined;
      if (!this.#isClosed) this.connection.finished();
    } catch {
      pieces.cancel();
      this.connection.cutOff();
    }
  }

  async #writePieces(pieces: Pieces, first: Uint8Array | undefined, length: number | undefined, isChunked: boolean) {
    let sent = 0;
    for (let piece = first; piece && !this.#isClosed; piece = await pieces.next()) {
      sent += piece.length;
      if (length !== undefined && sent > length) throw new Error("A body is longer than it said.");
      this.outlet.write(isChunked ? chunkOf(piece) : piece);
      await this.#drain();
    }
    if (this.#isClosed) return;
    if (length !== undefined && sent < length) throw new Error("A body is shorter than it said.");
    if (isChunked) this.outlet.write(LAST_CHUNK);
    await this.#drain();
  }

  async #drain() {
    if (!this.outlet.isBlocked) return;
    this.connection.waiting();
    await this.outlet.drained();
    this.connection.waiting();
  }

  #headOf({ status, headers }: HttpResponse, { isOld }: Asked, length: number | undefined, isChunked = false): string {
    return writeHead({ status, lines: headers.text, length, isChunked, closes: this.connection.isLast, isOld });
  }
}

const chunkOf = (piece: Uint8Array) =>
  Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);

/** To HEAD, whatever an answer to GET would say. */
function statedLength({ status, headers, body }: HttpResponse, bytes: Uint8Array | undefined): number | undefined {
  if (BODILESS.has(status)) return undefined;
  return bytes?.length ?? (body instanceof Blob ? body.size : headers.length);
}
