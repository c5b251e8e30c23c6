import { lacksUrl, type Config } from "../config.ts";
import { unknownSetting } from "../config/variable-names.ts";
import { isNearlyFull } from "../core/overview/read-overview.ts";
import { readSiteRoom } from "../core/memes/quotas.ts";
import { hasFounder } from "../core/users/another-founder.ts";
import type { Db } from "../data/schema.ts";
import { readFact } from "../data/site.ts";
import { hasUsers } from "../data/users.ts";
import { PROXY_SEEN, SET_URL } from "../http/forwarded.ts";
import { bad, good, type Check } from "./finding.ts";
import { iso } from "./moment.ts";

export function examineSettings(config: Config): Check[] {
  const stray = config.unknown.map((name) => bad(unknownSetting(name)));
  if (lacksUrl(config))
    stray.push(
      bad(`Other machines can reach this site (GUFFAW_HOST is ${config.host}), but GUFFAW_URL is not set: ${SET_URL}.`),
    );
  return stray.length ? stray : [good(`All settings are valid; data is in ${config.data}.`)];
}

/** Only a running server sees requests; it records when they come through a proxy. */
export async function examineAddress({ url, proxies }: Config, db: Db): Promise<Check[]> {
  const at = await readFact(db, PROXY_SEEN);
  if (at === undefined) return [];
  const seen = `(seen ${iso(Number(at))})`;
  if (url === undefined) return [bad(`The server is behind a proxy ${seen}, but GUFFAW_URL is not set: ${SET_URL}.`)];
  if (proxies > 0) return [];
  return [
    bad(
      `Requests come through a proxy ${seen}, but GUFFAW_PROXIES is 0: set it to the number of proxies in front; otherwise everyone behind them shares one rate limit.`,
    ),
  ];
}

export async function examineRoom(policy: Config, db: Db): Promise<Check[]> {
  const room = await readSiteRoom({ db, policy });
  if (room === undefined) return [];
  const { used, max } = room;
  const said = `${Math.floor((100 * used) / max)}% of GUFFAW_STORAGE_TOTAL (${(max / 1e6).toFixed(1)} MB) is used`;
  if (used >= max) return [bad(`${said}, and nobody can post: raise it, or delete memes.`)];
  return isNearlyFull(room)
    ? [bad(`${said}: once it is full, nobody can post; raise it, or delete memes.`)]
    : [good(`${said}.`)];
}

export async function examinePeople(db: Db): Promise<Check[]> {
  if (!(await hasUsers(db))) return [good("Nobody has an account yet.")];
  if (await hasFounder({ db, now: Date.now() })) return [good("A founder can open /admin.")];
  return [
    bad(
      "Nobody can open /admin: make an account that is not suspended a founder with ./guffaw user perk NAME --add founder",
    ),
  ];
}
