import { lacksUrl, unknownSetting, type Config } from "../config.ts";
import { hasFounder } from "../core/users/another-founder.ts";
import type { Db } from "../data/schema.ts";
import { readFact } from "../data/site.ts";
import { hasUsers } from "../data/users.ts";
import { PROXY_SEEN, SET_URL } from "../http/forwarded.ts";
import { bad, good, type Said } from "./finding.ts";
import { iso } from "./moment.ts";

export function examineSettings(config: Config): Said[] {
  const stray = config.unknown.map((name) => bad(unknownSetting(name)));
  if (lacksUrl(config))
    stray.push(
      bad(`Other machines can reach it (GUFFAW_HOST is ${config.host}), and GUFFAW_URL is not set: ${SET_URL}.`),
    );
  return stray.length ? stray : [good(`All settings can be used; data is in ${config.data}.`)];
}

/** Only a server that runs sees who asks; it writes down that a proxy does. */
export async function examineAddress({ url }: Config, db: Db): Promise<Said[]> {
  const seen = url === undefined ? await readFact(db, PROXY_SEEN) : undefined;
  if (seen === undefined) return [];
  return [bad(`The server is behind a proxy (seen ${iso(Number(seen))}), and GUFFAW_URL is not set: ${SET_URL}.`)];
}

export async function examinePeople(db: Db): Promise<Said[]> {
  if (!(await hasUsers(db))) return [good("Nobody has an account yet.")];
  if (await hasFounder({ db, now: Date.now() })) return [good("Somebody with the perk founder can open /admin.")];
  return [
    bad(
      "Nobody can open /admin: give the perk to an account that is not suspended, ./guffaw user perk NAME --add founder",
    ),
  ];
}
