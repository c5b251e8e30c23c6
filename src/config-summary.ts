import { dirname, extname } from "node:path";

import { signupMode, type Addresses, type Config } from "./config.ts";
import { scheduleText } from "./config/backup.ts";
import type { RateLimit } from "./config/limits.ts";
import type { VariableName } from "./config/variable-names.ts";
import { placeOf } from "./data/postgres-address.ts";

/** A variable as the program understands it. */
export interface Setting {
  name: string;
  /** Undefined if there is none. Secrets are left out. */
  value: string | undefined;
  /** A secret is never shown, only that there is one. */
  secret: boolean;
  /** False if it is the default. */
  given: boolean;
}

type Shown = (config: Config, where: Addresses) => string | undefined;

const onOff = (is: boolean) => (is ? "on" : "off");

/** Listed by name, so that the types catch a variable that is new in config.ts. */
const SHOWN: Record<VariableName, Shown> = {
  GUFFAW_URL: (_, { url }) => url,
  GUFFAW_API_URL: (_, { apiUrl }) => apiUrl,
  GUFFAW_OLD_API_URL: (_, { oldApiUrl }) => oldApiUrl,
  GUFFAW_HOST: ({ host }) => host,
  GUFFAW_PORT: ({ port }) => String(port),
  GUFFAW_WORKERS: ({ workers }) => String(workers),
  GUFFAW_OPS_PORT: ({ ops }) => ops.port?.toString(),
  GUFFAW_OPS_HOST: ({ ops }) => (ops.port === undefined ? undefined : ops.host),
  GUFFAW_OPS_TOKEN: () => undefined,
  GUFFAW_STOP_SECONDS: ({ stopSeconds }) => String(stopSeconds),
  GUFFAW_DATA: ({ data }) => data,
  GUFFAW_DATABASE_URL: ({ database }) =>
    database.kind === "sqlite" ? `sqlite:${database.file}` : databaseAddress(database.url),
  GUFFAW_DATABASE_POOL: ({ database }) => (database.kind === "postgres" ? String(database.pool) : undefined),
  GUFFAW_DATABASE_REPLICA_URL: ({ replicas }) => replicas.urls.map(databaseAddress).join(", ") || undefined,
  GUFFAW_REPLICA_MAX_LAG_MS: ({ replicas }) => String(replicas.maxLagMs),
  GUFFAW_STORAGE: ({ storage }) => (storage.kind === "s3" ? bucketOf(storage) : `file:${storage.root}`),
  GUFFAW_MEDIA_URL: ({ media }) => media.url,
  GUFFAW_MEDIA_SECONDS: ({ media }) => String(media.seconds),
  GUFFAW_BACKUP_SCHEDULE: ({ backup }) => backup.schedule && scheduleText(backup.schedule),
  GUFFAW_BACKUP_TO: ({ backup: { to } }) => (to?.kind === "s3" ? bucketOf(to) : to?.path),
  GUFFAW_BACKUP_KEEP: ({ backup }) => String(backup.keep),
  GUFFAW_BACKUP_ACCESS_KEY_ID: () => undefined,
  GUFFAW_BACKUP_SECRET_ACCESS_KEY: () => undefined,
  GUFFAW_RATE_LIMIT: ({ rateLimit }) => (rateLimit ? limitOf(rateLimit) : "off"),
  GUFFAW_GUEST_LIMIT: ({ guestLimit }) => (guestLimit ? limitOf(guestLimit) : "off"),
  GUFFAW_VALKEY_URL: ({ valkey }) => valkey && withoutSecrets(valkey),
  GUFFAW_LOG: ({ log }) => log,
  GUFFAW_LOG_ADDRESS: ({ logAddress }) => onOff(logAddress),
  GUFFAW_SLOW_QUERY_MS: ({ slowQueryMs }) => String(slowQueryMs ?? "off"),
  GUFFAW_OTLP_URL: ({ otlpUrl }) => otlpUrl,
  GUFFAW_STARTER: ({ starter }) => onOff(starter),
  GUFFAW_SIGNUP: (config, { url }) => signupMode(config, url),
  GUFFAW_SMTP_URL: ({ mail }) => mail && withoutSecrets(mail.url),
  GUFFAW_MAIL_FROM: ({ mail }) => mail?.from,
  GUFFAW_PROXIES: ({ proxies }) => String(proxies),
  GUFFAW_APPROVE_FIRST: ({ approveFirst }) => String(approveFirst),
  GUFFAW_TEMPLATES: ({ templates }) => templates,
  GUFFAW_GIF_API: ({ gifApi }) => gifApi,
  GUFFAW_WEBHOOKS: ({ webhooks }) => webhooks,
  GUFFAW_POSTS_PER_HOUR: ({ postsPerHour }) => String(postsPerHour ?? "off"),
  GUFFAW_POSTS_PER_HOUR_SITE: ({ postsPerHourSite }) => String(postsPerHourSite ?? "off"),
  GUFFAW_STORAGE_PER_ACCOUNT: ({ storagePerAccount }) => dataOf(storagePerAccount),
  GUFFAW_STORAGE_TOTAL: ({ storageTotal }) => dataOf(storageTotal),
  GUFFAW_CACHE_MB: ({ cacheBytes }) => String(cacheBytes / 1e6),
  GUFFAW_SERVICE_WORKER: ({ serviceWorker }) => onOff(serviceWorker),
  GUFFAW_FONTS: ({ fonts }) => fonts,
  GUFFAW_FFMPEG: ({ video }) => video.ffmpeg ?? "off",
  GUFFAW_VIDEO_SECONDS: ({ video }) => String(video.maxSeconds),
  GUFFAW_VIDEO_MB: ({ video }) => String(video.maxBytes / 1e6),
  GUFFAW_VIDEO_SOUND: ({ video }) => onOff(video.sound),
  GUFFAW_WEBM: ({ video }) => onOff(video.webm),
};

const SECRET: ReadonlySet<string> = new Set<VariableName>([
  "GUFFAW_OPS_TOKEN",
  "GUFFAW_BACKUP_ACCESS_KEY_ID",
  "GUFFAW_BACKUP_SECRET_ACCESS_KEY",
]);

/** Every setting with its current value, default or set. */
export function settingsOf(config: Config, where: Addresses): Setting[] {
  const given = new Set(config.given);
  const plain = Object.entries(SHOWN).map(([name, shown]) => ({
    name,
    value: shown(config, where),
    secret: SECRET.has(name) && given.has(name),
    given: given.has(name),
  }));
  const services = config.services.flatMap((service) => {
    const prefix = `GUFFAW_OIDC_${service.name.toUpperCase()}`;
    const row = (setting: string, value: string | undefined, secret = false) => {
      const name = `${prefix}_${setting}`;
      return { name, value: secret ? undefined : value, secret: secret && value !== undefined, given: given.has(name) };
    };
    return [
      row("ISSUER", service.issuer),
      row("CLIENT_ID", service.clientId),
      row("CLIENT_SECRET", service.clientSecret, true),
      row("LABEL", service.label),
    ];
  });
  return [...plain, ...services, ...keysOf(config)];
}

/** The S3 credentials have names without our prefix. */
function keysOf({ storage, backup: { to }, given }: Config): Setting[] {
  const forBackups = to?.kind === "s3" && !given.some((name) => name.startsWith("GUFFAW_BACKUP_ACCESS_KEY_ID"));
  const access = storage.kind === "s3" ? storage : forBackups ? to : undefined;
  if (!access) return [];
  const { sessionToken } = access;
  const names = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", ...(sessionToken ? ["AWS_SESSION_TOKEN"] : [])];
  return names.map((name) => ({ name, value: undefined, secret: true, given: true }));
}

/** The folder of a socket is in the query, and says more than the host before it. */
function databaseAddress(url: string): string {
  const place = placeOf(url);
  if (!("socket" in place)) return withoutSecrets(url);
  const { protocol, username, pathname } = new URL(url);
  const port = extname(place.socket).slice(1);
  return `${protocol}//${username && "…@"}${pathname}?host=${dirname(place.socket)}&port=${port}`;
}

/** An address without user, password and query: some services use a secret as the user name. */
function withoutSecrets(address: string): string {
  const { protocol, username, password, host, pathname, search } = new URL(address);
  return `${protocol}//${username || password ? "…@" : ""}${host}${pathname}${search && "?…"}`;
}

const bucketOf = ({
  bucket,
  prefix = "",
  endpoint,
  region,
}: {
  bucket: string;
  prefix?: string;
  endpoint?: string;
  region: string;
}) => `s3://${bucket}${prefix && `/${prefix}`}?${endpoint ? `endpoint=${endpoint}&` : ""}region=${region}`;

function dataOf(bytes: number | undefined): string {
  if (bytes === undefined) return "off";
  const [unit, size] = DATA_UNITS.find(([, one]) => bytes >= one)!;
  return `${bytes / size}${unit}`;
}

const DATA_UNITS = [
  ["TB", 1e12],
  ["GB", 1e9],
  ["MB", 1e6],
] as const;

const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
] as const;

function limitOf({ requests, windowMs }: RateLimit): string {
  const [unit, ms] = UNITS.find(([, one]) => windowMs % one === 0) ?? ["s", 1000];
  return `${requests}/${windowMs / ms}${unit}`;
}

const MIN_SECRET = 4;

/** Secrets that may turn up in error messages and must never be stored; longest first. */
export function secretsOf({
  database,
  replicas,
  storage,
  backup: { access },
  mail,
  valkey,
  services,
  ops,
}: Config): string[] {
  const secrets = [
    ops.token ?? "",
    ...(database.kind === "postgres" ? passwordIn(database.url) : []),
    ...replicas.urls.flatMap(passwordIn),
    ...(mail ? passwordIn(mail.url) : []),
    ...(valkey ? passwordIn(valkey) : []),
    ...(storage.kind === "s3" ? [storage.accessKeyId, storage.secretAccessKey, storage.sessionToken ?? ""] : []),
    ...(access ? [access.accessKeyId, access.secretAccessKey, access.sessionToken ?? ""] : []),
    ...services.map(({ clientSecret }) => clientSecret ?? ""),
  ];
  const long = new Set(secrets.filter(({ length }) => length >= MIN_SECRET));
  return [...long].sort((a, b) => b.length - a.length);
}

/** Encoded and decoded. */
function passwordIn(address: string): string[] {
  const { password } = new URL(address);
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
