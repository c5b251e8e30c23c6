import type { Desk } from "./desk.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A value that a draft holds. */
type Field<T> = (from: T) => string | number | boolean;

/** A value that is known only when the draft is finished. */
export class Late {
  constructor(readonly index: number) {}
}

/** ASCII, or a part that writes itself. */
export type LateValue = string | LatePart;

export interface LatePart {
  /** How many bytes it takes. Asked before it is written. */
  measure(): number;
  /** Returns where it ends. May write up to SLACK bytes more. */
  write(on: Desk, at: number): number;
}

/** What stands between two fixed texts. */
type Hole<T> = Field<T> | Late | "begin" | "end" | "again";

export interface Template<T> {
  /** One more than there are holes. */
  fixed: string[];
  holes: Hole<T>[];
}

/** A part that occurs several times. It is put together once and then copied. A template may have one. */
export class Repeated<T> {
  constructor(readonly content: Template<T>) {}
}

/** JSON with holes in it. Texts and other templates become part of the template. */
export function template<T>(
  texts: readonly string[],
  ...between: (string | Field<T> | Late | Template<T> | Repeated<T>)[]
): Template<T> {
  const fixed = [texts[0]!];
  const holes: Hole<T>[] = [];
  const addText = (text: string) => (fixed[fixed.length - 1] += text);
  const addHole = (hole: Hole<T>) => fixed.push("") && holes.push(hole);
  const addTemplate = (one: Template<T>) => {
    addText(one.fixed[0]!);
    fixed.push(...one.fixed.slice(1));
    holes.push(...one.holes);
  };
  between.forEach((one, i) => {
    if (typeof one === "string") addText(one);
    else if (one instanceof Repeated) {
      addHole("begin");
      addTemplate(one.content);
      addHole("end");
    } else if (typeof one === "object" && "fixed" in one) addTemplate(one);
    else addHole(one);
    addText(texts[i + 1]!);
  });
  return { fixed, holes };
}

/** The length of a value comes before it: one byte or, after this one, two. */
const LONG = 0xff;
/** Copying takes eight bytes at a time, or four, so it may write as many too many. What follows is written later. */
export const SLACK = 8;

const [BEGIN, END, AGAIN] = [1000, 1001, 1002];

const utf8 = new TextEncoder();

/**
 * JSON of which only the values are stored, as bytes: a draft. It takes a quarter of the memory, and finishing it takes
 * a fraction of the time of writing it anew. A field that the template names twice is stored once.
 */
export class Shape<T> {
  readonly #template: Template<T>;
  readonly #fields: Field<T>[];
  /** The number of a field, or -1 and below for what comes late. */
  readonly #holes: Int32Array;
  /** All fixed texts, each beginning with a new number. They are ASCII, so no eight bytes of them are NaN. */
  readonly #fixed: Float64Array;
  readonly #fixedLengths: Int32Array;
  readonly #fixedTotal: number;
  /** How often each field, and each late value, occurs. */
  readonly #times: Int32Array;
  readonly #lateTimes: Int32Array;
  /** Of the values of the draft that is being finished. */
  readonly #starts: Int32Array;
  readonly #lengths: Int32Array;

  constructor(all: Template<T>) {
    this.#template = all;
    this.#fields = [...new Set(all.holes.filter((hole) => typeof hole === "function"))];
    const fixed = all.fixed.map((text) => utf8.encode(text));
    const lates = all.holes.filter((hole) => hole instanceof Late).map(({ index }) => index);
    this.#fixedTotal = fixed.reduce((sum, { length }) => sum + length, 0);
    this.#times = Int32Array.from(this.#fields, (field) => all.holes.filter((hole) => hole === field).length);
    this.#lateTimes = Int32Array.from(
      { length: Math.max(-1, ...lates) + 1 },
      (_, index) => lates.filter((one) => one === index).length,
    );
    this.#starts = new Int32Array(this.#fields.length);
    this.#lengths = new Int32Array(this.#fields.length);

    const once = copyRepeated(all);
    this.#holes = Int32Array.from(once.holes, (hole) => this.#numberOf(hole));
    const texts = once.fixed.map((text) => utf8.encode(text));
    this.#fixedLengths = Int32Array.from(texts, ({ length }) => length);
    this.#fixed = new Float64Array(texts.reduce((sum, { length }) => sum + Math.ceil(length / 8), 0));
    const bytes = new Uint8Array(this.#fixed.buffer);
    texts.reduce((at, text) => (bytes.set(text, at), at + 8 * Math.ceil(text.length / 8)), 0);
  }

  #numberOf(hole: Hole<T>): number {
    if (typeof hole === "function") return this.#fields.indexOf(hole);
    if (hole instanceof Late) return -1 - hole.index;
    return { begin: BEGIN, end: END, again: AGAIN }[hole]!;
  }

  /** All of it as text, without a draft. */
  text(from: T, late: readonly string[]): string {
    const { fixed, holes } = this.#template;
    const valueOf = (hole: Hole<T>) =>
      typeof hole === "function" ? String(hole(from)) : hole instanceof Late ? late[hole.index]! : "";
    return fixed.reduce((before, text, i) => before + valueOf(holes[i - 1]!) + text);
  }

  /** Writes a draft and returns its end. */
  draft(from: T, into: Bytes, start: number): number {
    let at = start;
    for (const field of this.#fields) at = writeValue(String(field(from)), into, at);
    // What does not fit into an array is dropped in silence, whole characters at a time.
    if (at > into.length - SLACK) throw new RangeError(`A draft of ${at} bytes is too long.`);
    return at;
  }

  /** Finishes a draft, of which the view goes on for at least SLACK bytes. It stays on the desk until the next one. */
  finish(drafts: DataView, start: number, late: readonly LateValue[], desk: Desk): Bytes {
    desk.makeRoom(this.measure(drafts, start, late) + SLACK);
    return desk.take(this.write(drafts, late, desk, 0));
  }

  /** Writes the draft that was measured last, and returns where it ends. */
  write(drafts: DataView, late: readonly LateValue[], desk: Desk, start: number): number {
    const { view } = desk;
    const holes = this.#holes;
    const fixed = this.#fixed;
    const fixedLengths = this.#fixedLengths;
    let at = start;
    let [piece, pieceLength] = [0, 0];
    for (let i = 0, word = 0; ; i++) {
      const length = fixedLengths[i]!;
      for (let done = 0; done < length; done += 8) view.setFloat64(at + done, fixed[word++]!, true);
      at += length;
      if (i === holes.length) return at;
      const hole = holes[i]!;
      if (hole < 0) at = writeLate(late[-1 - hole]!, desk, at);
      else if (hole < BEGIN!) at = copy(drafts, this.#starts[hole]!, this.#lengths[hole]!, view, at);
      else if (hole === BEGIN) piece = at;
      else if (hole === END) pieceLength = at - piece;
      else at = copy(view, piece, pieceLength, view, at);
    }
  }

  /** Finds the values of a draft, and returns how long it will be. */
  measure(drafts: DataView, start: number, late: readonly LateValue[]): number {
    const starts = this.#starts;
    const lengths = this.#lengths;
    let total = this.#fixedTotal;
    for (let i = 0, at = start; i < starts.length; i++) {
      let length = drafts.getUint8(at++);
      if (length === LONG) {
        length = drafts.getUint16(at, true);
        at += 2;
      }
      starts[i] = at;
      lengths[i] = length;
      total += length * this.#times[i]!;
      at += length;
    }
    for (let i = 0; i < this.#lateTimes.length; i++) total += lengthOf(late[i]!) * this.#lateTimes[i]!;
    return total;
  }
}

/** Puts a hole in place of a repeated part wherever it occurs again. */
function copyRepeated<T>({ fixed, holes }: Template<T>): Template<T> {
  const first = holes.indexOf("begin");
  const again = holes.indexOf("begin", first + 1);
  if (again < 0) return { fixed, holes };
  const end = holes.indexOf("end", again);
  return copyRepeated({
    fixed: fixed.toSpliced(again + 1, end - again),
    holes: holes.toSpliced(again, end - again + 1, "again"),
  });
}

/** Takes four bytes at a time: both views go on for a little longer. */
export function copy(from: DataView, start: number, length: number, to: DataView, at: number): number {
  for (let done = 0; done < length; done += 4) to.setInt32(at + done, from.getInt32(start + done, true), true);
  return at + length;
}

function writeValue(text: string, into: Bytes, at: number): number {
  // A unit of UTF-16 takes three bytes at most.
  const isShort = text.length * 3 < LONG || Buffer.byteLength(text) < LONG;
  const value = isShort ? at + 1 : at + 3;
  const end = writeText(text, into, value);
  const length = end - value;
  into[at] = isShort ? length : LONG;
  if (isShort) return end;
  into[at + 1] = length & 0xff;
  into[at + 2] = length >> 8;
  return end;
}

const lengthOf = (value: LateValue) => (typeof value === "string" ? value.length : value.measure());

const writeLate = (value: LateValue, desk: Desk, at: number) =>
  typeof value === "string" ? writeText(value, desk.bytes, at) : value.write(desk, at);

/** Most parts are so short that calling `set` would take longer. */
export function copyShort(from: Bytes, start: number, length: number, to: Bytes, at: number): number {
  for (let i = 0; i < length; i++) to[at + i] = from[start + i]!;
  return at + length;
}

export function writeText(text: string, to: Bytes, at: number): number {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) return at + i + utf8.encodeInto(text.slice(i), to.subarray(at + i)).written;
    to[at + i] = unit;
  }
  return at + text.length;
}

/** Shapes are numbered by what they have, one bit for each thing. */
export const isSet = (index: number, bit: number) => ((index >> bit) & 1) === 1;
