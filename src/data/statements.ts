import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";

const MAX_STATEMENTS = 500;

interface Kept {
  statement: Statement<unknown, SQLQueryBindings[]>;
  hasRows: boolean;
}

export interface Outcome<R> {
  rows: R[];
  /** How many rows a statement without rows of its own has changed. */
  changes?: number;
  lastInsertRowid?: number | bigint;
}

/**
 * Statements of one connection, prepared once. bun:sqlite keeps only the first twenty and prepares all others anew
 * each time, which costs more than running them.
 */
export class Statements {
  /** Two generations, so that nobody has to note when each was last used. */
  #young = new Map<string, Kept>();
  #old = new Map<string, Kept>();
  #pinned: Statement[] = [];

  constructor(private database: Database) {}

  run<R>(sql: string, parameters: readonly unknown[]): Outcome<R> {
    const { statement, hasRows } = this.#young.get(sql) ?? this.#find(sql);
    if (hasRows) return { rows: statement.all(...(parameters as SQLQueryBindings[])) as R[] };
    return { rows: [], ...statement.run(...(parameters as SQLQueryBindings[])) };
  }

  /**
   * How SQLite would run a statement; parameters without a value count as null. The plan of a change counts as a change
   * that is under way until it is finalized: meanwhile nothing on this connection would end its snapshot.
   */
  explain(sql: string): string[] {
    using statement = this.database.prepare<{ detail: string }, []>(`explain query plan ${sql}`);
    return statement.all().map(({ detail }) => detail);
  }

  /** For a caller that keeps it. */
  pin<R>(sql: string): Statement<R, SQLQueryBindings[]> {
    const statement = this.#prepare<R>(sql);
    this.#pinned.push(statement as unknown as Statement);
    return statement;
  }

  /** The connection stays open, and its log in use, while any of its statements is. */
  close(): void {
    for (const { statement } of [...this.#young.values(), ...this.#old.values()]) statement.finalize();
    for (const statement of this.#pinned) statement.finalize();
    this.database.close();
  }

  /** SQLite prepares a statement anew whenever a limit is bound to it, but not if the limit is an expression. */
  #prepare<R>(sql: string): Statement<R, SQLQueryBindings[]> {
    return this.database.prepare(sql.replaceAll(/\blimit \?/gi, "limit ? + 0"));
  }

  #find(sql: string): Kept {
    let kept = this.#old.get(sql);
    this.#old.delete(sql);
    if (!kept) {
      const statement = this.#prepare<unknown>(sql);
      kept = { statement, hasRows: statement.columnNames.length > 0 };
    }
    if (this.#young.size >= MAX_STATEMENTS / 2) {
      for (const { statement } of this.#old.values()) statement.finalize();
      [this.#old, this.#young] = [this.#young, new Map()];
    }
    this.#young.set(sql, kept);
    return kept;
  }
}
