import { realpathSync } from "node:fs";
import { sep } from "node:path";

import type { Config } from "../config.ts";
import type { Db } from "../data/schema.ts";
import { deleteFact, readFact, writeFact } from "../data/site.ts";
import type { Services } from "../services.ts";
import { bad, type Check } from "./finding.ts";

/** The fact that systemd runs the server, which doctor cannot see. */
const SERVICE = "service";

/** Each start finds out for itself, and warns. */
export async function recordService({ config, database: { db }, log }: Services): Promise<void> {
  try {
    await (config.isService ? writeFact(db, SERVICE, "systemd") : deleteFact(db, SERVICE));
  } catch (error) {
    log.warn("could not write down what runs this server", { error: String(error) });
  }
  const advice = config.isService ? adviceFor(config) : undefined;
  if (advice !== undefined) log.warn(advice);
}

export async function examinePlace(config: Config, db: Db): Promise<Check[]> {
  const advice = (await readFact(db, SERVICE)) === undefined ? undefined : adviceFor(config);
  return advice === undefined ? [] : [bad(advice)];
}

/** Whoever replaces or cleans the program's folder would take the site with it. */
function adviceFor({ checkout, database, storage }: Config): string | undefined {
  const places = [
    ...(database.kind === "sqlite" ? [database.file] : []),
    ...(storage.kind === "filesystem" ? [storage.root] : []),
  ];
  const inside = places.find((place) => isInside(place, checkout));
  return (
    inside &&
    `The site runs as a service, but ${inside} is in the folder of the program, where git clean -fdx or a new copy of the program would delete it: stop the service, move the data to a folder such as /var/lib/guffaw, and set GUFFAW_DATA to it.`
  );
}

function isInside(path: string, folder: string): boolean {
  try {
    return realpathSync(path).startsWith(realpathSync(folder) + sep);
  } catch {
    return false; // reported elsewhere
  }
}
