import { Chunked, FixedLength } from "./body-framing.ts";
import { HttpRequest, type Peer } from "./http-request.ts";
import { cancel, type HttpResponse } from "./http-response.ts";
import { Outlet } from "./outlet.ts";
import { PauseBetween } from "./pause-between.ts";
import { findHead, HeadReader, type Head } from "./read-head.ts";
import { RequestBody } from "./request-body.ts";
import { Sender, type Sent } from "./sender.ts";
import type { Shared } from "./service.ts";
import { WireError } from "./wire-error.ts";

/** What a client sends while it waits for an answer, before its connection is no longer read. */
const MAX_AHEAD = 64 * 1024;
/** A body that nobody reads is taken and thrown away if so little is left of it. Otherwise the connection ends. */
const MAX_DISCARDED = 256 * 1024;
/** How long to wait for a client that is still sending after the last answer: closing at once could cost it that answer. */
const LINGER_SECONDS = 5;
const CONTINUE = Buffer.from("HTTP/1.1 100 Continue\r\n\r\n");
const HUNG_UP = "The client hung up.";

/** One client's connection: takes requests apart and has them answered, one after the other. */
export class Connection implements Peer, Sent {
  /** When the client has been silent for too long, in seconds of the server. */
  deadline: number;
  /** No further request will be answered. */
  isLast = false;
  readonly address: string | undefined;
  readonly #outlet: Outlet;
  readonly #sender: Sender;
  readonly #heads = new HeadReader();
  readonly #pause = new PauseBetween(() => this.#advance());
  /** Arrived, and not part of the request that is being answered. */
  #unread: Buffer | undefined;
  /** Of the request that is being answered. */
  #head: Head | undefined;
  /** Until it is over, even if the request has been answered. */
  #body: RequestBody | undefined;
  #gone: AbortController | undefined;
  /** How long this request lets the client be silent, if it said so. */
  #patience: number | undefined;
  /** Part of a head is here. */
  #isPartial = false;
  #isAdvancing = false;
  #isPaused = false;
  #waitsForContinue = false;
  /** Set once the last answer has been sent. */
  #lingersUntil: number | undefined;
  #hasEnded = false;
  #isClosed = false;

  constructor(
    private socket: Bun.Socket<Connection>,
    private server: Shared,
  ) {
    this.address = socket.remoteAddress;
    this.#outlet = new Outlet(socket);
    this.#sender = new Sender(this.#outlet, this, (error) => server.failed(error));
    this.deadline = server.now + server.idleSeconds;
  }

  get gone(): AbortSignal {
    this.#gone ??= new AbortController();
    if (this.#isClosed) this.#gone.abort();
    return this.#gone.signal;
  }

  waitFor(seconds: number): void {
    this.#patience = seconds;
    this.waiting();
  }

  take(data: Buffer): void {
    if (this.#lingersUntil !== undefined) return this.#linger(this.#lingersUntil);
    this.#pause.begin();
    const rest = this.#body ? this.#feed(this.#body, data) : data;
    if (rest) this.#unread = this.#unread ? Buffer.concat([this.#unread, rest]) : rest;
    if (!this.#head) this.#advance();
    if (this.#isFull) this.pause();
  }

  drain(): void {
    if (this.#outlet.drain()) this.waiting();
    if (!this.#outlet.isBlocked) this.#sender.drained();
  }

  /** The client sends no more. What it has sent is answered. */
  end(): void {
    this.#hasEnded = true;
    this.#lose(HUNG_UP);
    // Whoever listens to something endless has no other way to leave.
    if ((!this.#head && !this.#pause.isPaused) || this.#sender.isEndless) this.close();
  }

  closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = this.isLast = true;
    this.#unread = undefined;
    this.#lose(HUNG_UP);
    this.#sender.close();
    this.#outlet.close();
    this.#gone?.abort();
    this.#release();
  }

  /** The system goes on delivering what it has taken. */
  close(): void {
    this.socket.end();
  }

  /** The server stops. Whoever is about to get its last answer gets it: closing now could cost it that. */
  leave(): void {
    if (this.#lingersUntil === undefined) this.close();
  }

  /** The client has been silent for too long. */
  timeOut(): void {
    // The system says that there is room only once a third of its buffer is free, which a slow reader may not manage.
    this.drain();
    if (this.deadline >= this.server.now) return;
    if (this.#head && this.#body && !this.#outlet.isBlocked) {
      this.deadline = Infinity;
      this.#lose("The client sent nothing for too long.");
    } else if (this.#isPartial) {
      this.#refuse(new WireError(408, "The request took too long to arrive."));
    } else if (this.#outlet.isBlocked) this.cutOff();
    else this.close();
  }

  /** Somebody reads it. */
  want(): void {
    if (this.#waitsForContinue) this.#outlet.write(CONTINUE);
    this.#waitsForContinue = false;
    this.waiting();
  }

  pause(): void {
    if (!this.#isPaused) this.socket.pause();
    this.#isPaused = true;
  }

  resume(): void {
    if (!this.#isPaused || this.#isFull || this.#isClosed) return;
    this.#isPaused = false;
    this.socket.resume();
  }

  /** While a request is answered, only a client that has to send or to read something can be too slow. */
  waiting(): void {
    if (!this.#head) return;
    const waits = this.#outlet.isBlocked || this.#body?.isWanted === true;
    this.deadline = waits ? this.server.now + (this.#patience ?? this.server.idleSeconds) : Infinity;
  }

  finished(): void {
    if (this.#isClosed) return;
    this.#release();
    this.#patience = this.#gone = undefined;
    this.deadline = this.server.now + this.server.idleSeconds;
    if (this.isLast) return this.#endSide();
    this.resume();
    this.#advance();
  }

  /** Ends it at once, whatever is on its way. */
  cutOff(): void {
    this.socket.terminate();
  }

  get #isFull(): boolean {
    return this.#unread !== undefined && this.#unread.length > MAX_AHEAD;
  }

  /** Answers what has arrived, one request after the other. */
  #advance() {
    if (this.#isAdvancing || this.#pause.isPaused) return;
    this.#isAdvancing = true;
    while (this.#unread && !this.#head && !this.#body && !this.isLast) {
      this.#pause.count();
      if (this.#pause.isPaused || !this.#takeRequest(this.#unread)) break;
    }
    this.#isAdvancing = false;
    if (this.#hasEnded && !this.#head && !this.#pause.isPaused) this.close();
  }

  /** Returns whether a whole one was there. */
  #takeRequest(data: Buffer): boolean {
    try {
      const found = findHead(data);
      if (!found) {
        // All of it has to be here by then, however it trickles in.
        if (!this.#isPartial) this.deadline = this.server.now + this.server.idleSeconds;
        this.#isPartial = true;
        return false;
      }
      this.#isPartial = false;
      this.#unread = found.end < data.length ? data.subarray(found.end) : undefined;
      this.#head = this.#heads.read(found.text);
    } catch (error) {
      this.#refuse(error as WireError);
      return false;
    }
    this.#answer(this.#head);
    return true;
  }

  #answer(head: Head) {
    this.server.pending++;
    this.deadline = Infinity;
    if (!head.keepsOpen) this.isLast = true;
    const body = head.length === 0 ? undefined : this.#expectBody(head);
    let response;
    try {
      response = this.server.answer(new HttpRequest(head, body, this));
    } catch (error) {
      response = this.server.failed(error);
    }
    if (response instanceof Promise) void this.#sendLater(response);
    else this.#send(response);
  }

  async #sendLater(response: Promise<HttpResponse>) {
    this.#send(await response.catch((error: unknown) => this.server.failed(error)));
  }

  #send(response: HttpResponse) {
    if (this.#isClosed) {
      cancel(response.body);
      return;
    }
    if (response.closes) this.isLast = true;
    if (this.#body) this.#leaveBody(this.#body);
    this.#sender.send(response, this.#head!);
    if (this.#hasEnded && this.#sender.isEndless) this.close();
  }

  #expectBody({ length, waitsForContinue }: Head): RequestBody {
    const body = new RequestBody(length === "chunked" ? new Chunked() : new FixedLength(length), this);
    this.#waitsForContinue = waitsForContinue;
    this.#body = body;
    const data = this.#unread;
    this.#unread = undefined;
    if (data) this.#unread = this.#feed(body, data);
    if (this.#hasEnded) this.#lose(HUNG_UP);
    return body;
  }

  /** Returns what comes after the body. */
  #feed(body: RequestBody, data: Buffer): Buffer | undefined {
    this.#waitsForContinue = false;
    try {
      const rest = body.take(data);
      if (body.isOver) this.#body = undefined;
      this.waiting();
      return rest;
    } catch (error) {
      this.isLast = true;
      body.fail(error as Error);
      return undefined;
    }
  }

  /** The answer is ready, whether or not somebody has read what was sent. */
  #leaveBody(body: RequestBody) {
    if (this.#waitsForContinue || body.left > MAX_DISCARDED) this.isLast = true;
    body.discard();
  }

  /** The rest of the body will not come. */
  #lose(why: string) {
    if (!this.#body) return;
    this.isLast = true;
    this.#body.fail(new Error(why));
  }

  #release() {
    if (this.#head) this.server.pending--;
    this.#head = undefined;
  }

  #refuse(error: WireError) {
    this.isLast = true;
    this.#isPartial = false;
    const refusal = this.server.refuse(error, this.address);
    this.#sender.send(refusal, { method: "", isOld: false });
  }

  /** Says that nothing more will be sent, and waits for the client to close. */
  #endSide() {
    this.#unread = undefined;
    this.#lingersUntil = this.server.now + this.server.idleSeconds;
    this.#linger(this.#lingersUntil);
    this.resume();
    this.socket.shutdown();
  }

  /** Whoever goes on sending is heard out, but not for ever. */
  #linger(until: number) {
    this.deadline = Math.min(until, this.server.now + LINGER_SECONDS);
  }
}
