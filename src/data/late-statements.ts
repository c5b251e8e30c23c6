/** A statement that is run once for all acts of a group. */
export interface Late {
  /** Of statements with the same key, only the last is run. */
  key: string;
  sql: string;
  parameters: readonly unknown[];
  /** Its parameters if it stands for an earlier one as well. */
  with?(earlier: readonly unknown[]): readonly unknown[];
}

/** What the acts of a group leave for the moment before their commit. */
export class LateStatements {
  #ofGroup = new Map<string, Late>();
  #ofAct: Late[] = [];

  add(late: Late): void {
    this.#ofAct.push(late);
  }

  keepAct(): void {
    for (const late of this.#ofAct) {
      const earlier = late.with && this.#ofGroup.get(late.key);
      this.#ofGroup.set(late.key, earlier ? { ...late, parameters: late.with!(earlier.parameters) } : late);
    }
    this.#ofAct = [];
  }

  dropAct(): void {
    this.#ofAct = [];
  }

  [Symbol.iterator](): Iterator<Late> {
    return this.#ofGroup.values();
  }
}
