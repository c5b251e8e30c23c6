import { isHeaderValue } from "./header-line.ts";

const LENGTH_NAME = "content-length";

/** Header lines that many answers share, checked and written once. */
export class HeaderBlock {
  readonly text: string;
  readonly entries: readonly (readonly [name: string, value: string])[];
  readonly #names: ReadonlySet<string>;

  constructor(headers: Readonly<Record<string, string>>) {
    this.entries = Object.entries(headers);
    for (const [name, value] of this.entries) requireLine(name, value);
    this.#names = new Set(this.entries.map(([name]) => name.toLowerCase()));
    this.text = this.entries.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  }

  has(name: string): boolean {
    return this.#names.has(name.toLowerCase());
  }
}

/** Headers of an answer, in the order in which they are sent. Names match in any case. */
export class ResponseHeaders {
  #shared: HeaderBlock | undefined;
  #names: string[] = [];
  #values: string[] = [];
  /** Of the body, if it was stated: the only header that a connection has to know. */
  length: number | undefined;

  constructor(headers?: HeaderBlock | Readonly<Record<string, string>>) {
    if (headers instanceof HeaderBlock) this.#shared = headers;
    else for (const name in headers) this.set(name, headers[name]!);
  }

  get(name: string): string | null {
    if (isLength(name)) return this.length === undefined ? null : String(this.length);
    const wanted = name.toLowerCase();
    const values = [...this].filter(([one]) => one.toLowerCase() === wanted).map(([, value]) => value);
    return values.length > 0 ? values.join(", ") : null;
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  /** In place of all lines with this name. */
  set(name: string, value: string): void {
    this.delete(name);
    this.append(name, value);
  }

  /** A further line, whether or not there is one with this name. */
  append(name: string, value: string): void {
    requireLine(name, value);
    if (isLength(name)) {
      this.length = Number(value);
      return;
    }
    this.#names.push(name);
    this.#values.push(value);
  }

  delete(name: string): void {
    if (isLength(name)) this.length = undefined;
    if (this.#shared?.has(name)) this.#unshare();
    if (this.#names.length === 0) return;
    const wanted = name.toLowerCase();
    for (let at = this.#names.length - 1; at >= 0; at--)
      if (this.#names[at]!.toLowerCase() === wanted) {
        this.#names.splice(at, 1);
        this.#values.splice(at, 1);
      }
  }

  /** All lines but the length of the body. */
  get text(): string {
    let text = this.#shared?.text ?? "";
    for (let at = 0; at < this.#names.length; at++) text += `${this.#names[at]}: ${this.#values[at]}\r\n`;
    return text;
  }

  *[Symbol.iterator](): IterableIterator<[name: string, value: string]> {
    for (const [name, value] of this.#shared?.entries ?? []) yield [name, value];
    for (const [at, name] of this.#names.entries()) yield [name, this.#values[at]!];
  }

  #unshare() {
    const { entries } = this.#shared!;
    this.#names.unshift(...entries.map(([name]) => name));
    this.#values.unshift(...entries.map(([, value]) => value));
    this.#shared = undefined;
  }
}

const isLength = (name: string) => name.length === LENGTH_NAME.length && name.toLowerCase() === LENGTH_NAME;

/** A line break in a value would let its author write further headers. */
function requireLine(name: string, value: string) {
  if (!isHeaderValue(value)) throw new TypeError(`The header ${name} cannot be sent.`);
}
