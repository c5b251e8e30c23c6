import { SERVICE } from "./sign-in-services.ts";

const NAMES = [
  "GUFFAW_URL",
  "GUFFAW_API_URL",
  "GUFFAW_OLD_API_URL",
  "GUFFAW_HOST",
  "GUFFAW_PORT",
  "GUFFAW_WORKERS",
  "GUFFAW_OPS_PORT",
  "GUFFAW_OPS_HOST",
  "GUFFAW_OPS_TOKEN",
  "GUFFAW_STOP_SECONDS",
  "GUFFAW_DATA",
  "GUFFAW_DATABASE_URL",
  "GUFFAW_DATABASE_POOL",
  "GUFFAW_DATABASE_REPLICA_URL",
  "GUFFAW_REPLICA_MAX_LAG_MS",
  "GUFFAW_STORAGE",
  "GUFFAW_MEDIA_URL",
  "GUFFAW_MEDIA_SECONDS",
  "GUFFAW_BACKUP_SCHEDULE",
  "GUFFAW_BACKUP_TO",
  "GUFFAW_BACKUP_KEEP",
  "GUFFAW_BACKUP_ACCESS_KEY_ID",
  "GUFFAW_BACKUP_SECRET_ACCESS_KEY",
  "GUFFAW_RATE_LIMIT",
  "GUFFAW_GUEST_LIMIT",
  "GUFFAW_VALKEY_URL",
  "GUFFAW_LOG",
  "GUFFAW_LOG_ADDRESS",
  "GUFFAW_SLOW_QUERY_MS",
  "GUFFAW_OTLP_URL",
  "GUFFAW_STARTER",
  "GUFFAW_SIGNUP",
  "GUFFAW_SMTP_URL",
  "GUFFAW_MAIL_FROM",
  "GUFFAW_PROXIES",
  "GUFFAW_APPROVE_FIRST",
  "GUFFAW_TEMPLATES",
  "GUFFAW_GIF_API",
  "GUFFAW_WEBHOOKS",
  "GUFFAW_POSTS_PER_HOUR",
  "GUFFAW_POSTS_PER_HOUR_SITE",
  "GUFFAW_STORAGE_PER_ACCOUNT",
  "GUFFAW_STORAGE_TOTAL",
  "GUFFAW_CACHE_MB",
  "GUFFAW_SERVICE_WORKER",
  "GUFFAW_FONTS",
  "GUFFAW_FFMPEG",
  "GUFFAW_VIDEO_SECONDS",
  "GUFFAW_VIDEO_MB",
  "GUFFAW_VIDEO_SOUND",
  "GUFFAW_WEBM",
] as const;
/** Each is shown on the configuration page; see config-summary.ts. */
export type VariableName = (typeof NAMES)[number];

export const isKnown = (name: string) => NAMES.some((one) => one === name) || name.startsWith(SERVICE);

const PREFIX = "GUFFAW_";

/** Whether a name was most likely meant for us despite a misspelt prefix. */
export function isMeant(name: string): boolean {
  const [first = "", ...rest] = name.toUpperCase().split("_");
  return first.startsWith("GUFFAW") || (rest.length > 0 && distance(first, "GUFFAW") <= 1);
}

/** The message about an unknown setting. */
export function unknownSetting(name: string): string {
  const [nearest] = NAMES.map((one) => ({ one, typos: distance(name.toUpperCase(), one) })).sort(
    (a, b) => a.typos - b.typos,
  );
  // Up to a third of the letters may be wrong.
  const max = (name.length - PREFIX.length) / 3;
  const next = nearest!.typos <= max ? `did you mean ${nearest!.one}?` : ".env.example lists them all.";
  return `${name} is not a Guffaw setting and is ignored: ${next}`;
}

/** Edit distance: insertions, deletions, changes and swaps of neighbours that turn one word into the other. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const changed = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwapped = one[i - 2] === other[j - 1] && one[i - 1] === other[j - 2];
      const swapped = i > 1 && j > 1 && isSwapped ? before[j - 2]! + 1 : Infinity;
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, changed, swapped));
    }
    [before, row] = [row, next];
  }
  return row[other.length]!;
}
