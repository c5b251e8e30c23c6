import type { DatabaseConnection } from "kysely";

import type { Late } from "./late-statements.ts";
import type { Db } from "./schema.ts";

/** The connection of an open transaction. */
export interface TransactionConnection extends DatabaseConnection {
  /** Rows of a compiled query, without Kysely's machinery. */
  rows<R>(sql: string, parameters: readonly unknown[]): R[] | Promise<R[]>;
  /** Only on SQLite, where acts share a commit. */
  runLate?(late: Late): void;
}

const connections = new WeakMap<Db, TransactionConnection>();

/** Undefined outside a transaction, and once it has ended. */
export const connectionOf = (tx: Db): TransactionConnection | undefined => connections.get(tx);

/** All of `work`, or nothing. It may wait for nothing but the database: on SQLite, all other writers wait for it. */
export function transact<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const connection = await tx.getExecutor().provideConnection(async (mine) => mine);
    connections.set(tx, connection as TransactionConnection);
    try {
      return await work(tx);
    } finally {
      connections.delete(tx);
    }
  });
}
