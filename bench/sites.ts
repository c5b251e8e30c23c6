import { openPostgresServer, type BenchPostgres } from "./postgres.ts";
import type { DatabaseKind } from "./figure.ts";
import { isSeeded } from "./seeded.ts";
import { seedFolder, type SiteOptions } from "./site.ts";

/** Knows where each site's data is, and starts a PostgreSQL when the first site needs one. */
export class Sites implements AsyncDisposable {
  #postgres: BenchPostgres | undefined;

  constructor(private fresh: boolean) {}

  async options(kind: DatabaseKind, memes: number): Promise<SiteOptions> {
    const fresh = this.fresh;
    if (kind === "sqlite") return { memes, fresh };
    const postgres = (this.#postgres ??= await openPostgresServer());
    const isStale = fresh || postgres.empty || !(await isSeeded(seedFolder({ memes, postgresUrl: "any" })));
    return { memes, postgresUrl: await postgres.databaseFor(memes, isStale), fresh: isStale };
  }

  async [Symbol.asyncDispose]() {
    await this.#postgres?.[Symbol.asyncDispose]();
  }
}
