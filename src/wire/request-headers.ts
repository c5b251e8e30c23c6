/** Headers of a request, by their names in lower case. */
export class RequestHeaders {
  readonly #values = new Map<string, string>();

  get(name: Lowercase<string>): string | null {
    return this.#values.get(name) ?? null;
  }

  has(name: Lowercase<string>): boolean {
    return this.#values.has(name);
  }

  /** What comes under the same name again is joined to it. */
  add(name: string, value: string) {
    const before = this.#values.get(name);
    if (before === undefined) this.#values.set(name, value);
    else this.#values.set(name, before + (name === "cookie" ? "; " : ", ") + value);
  }

  /** The same, and one more. */
  with(name: string, value: string): RequestHeaders {
    const more = new RequestHeaders();
    for (const [one, its] of this.#values) more.add(one, its);
    more.add(name, value);
    return more;
  }
}
