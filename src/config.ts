import { isIPv6 } from "node:net";
import { resolve } from "node:path";

import { type DatabaseConfig, DEFAULT_CONNECTIONS, readDatabase, readPool } from "./config/database.ts";
import { type ReplicaConfig, readReplicas } from "./config/replicas.ts";
import { readMedia } from "./config/media.ts";
import { type StorageConfig, readStorage } from "./config/storage.ts";
import { type BackupConfig, readBackup } from "./config/backup.ts";
import { readVideo } from "./config/video.ts";
import { readValkey } from "./config/valkey.ts";
import { type MailConfig, readMail } from "./config/mail.ts";
import { type OpsConfig, readOps } from "./config/ops.ts";
import { readSecretFiles } from "./config/secret-files.ts";
import { type ServiceConfig, readServices } from "./config/sign-in-services.ts";
import {
  type RateLimit,
  readPort,
  readProxies,
  readApproveFirst,
  readPostsPerHour,
  readAmountOfData,
  readCacheSize,
  readRateLimit,
  readStopSeconds,
  readWorkers,
} from "./config/limits.ts";
import { readSlowQuery } from "./config/signals.ts";
import { ConfigError, type Env, readAddress, readAll, oneOf, requirePath } from "./config/checks.ts";
import { isKnown, isMeant } from "./config/variable-names.ts";
import type { VideoRules } from "./video/limits.ts";

export type LogLevel = (typeof LOG_LEVELS)[number];
export type SignUpMode = (typeof SIGNUP_MODES)[number];
export type TemplatesMode = (typeof TEMPLATES_MODES)[number];
export type GifApiMode = (typeof GIF_API_MODES)[number];
export type WebhooksMode = (typeof WEBHOOKS_MODES)[number];

export interface Config {
  /** Folder of the program. */
  checkout: string;
  /** Whether systemd has started this process. */
  isService: boolean;
  /** If undefined, the server uses its host and the port it really got. */
  url: string | undefined;
  apiUrl: string | undefined;
  oldApiUrl: string | undefined;
  host: string;
  port: number;
  /** Server processes that share the port. */
  workers: number;
  ops: OpsConfig;
  /** Stopping takes no longer than this. */
  stopSeconds: number;
  data: string;
  database: DatabaseConfig;
  replicas: ReplicaConfig;
  storage: StorageConfig;
  /** Address of a CDN for pictures, and how long an address there works. */
  media: { url: string | undefined; seconds: number };
  backup: BackupConfig;
  rateLimit: RateLimit | undefined;
  /** Per network, for guests. */
  guestLimit: RateLimit | undefined;
  /** Where several nodes count limits together; undefined if each counts on its own. */
  valkey: string | undefined;
  log: LogLevel;
  /** Whether the log has the network address of every request. */
  logAddress: boolean;
  /** From how many milliseconds on a statement is logged as slow; undefined if none is. */
  slowQueryMs: number | undefined;
  /** An OpenTelemetry collector; undefined if traces are not exported. */
  otlpUrl: string | undefined;
  starter: boolean;
  /** Who may create an account. If undefined: anyone on this machine, invited people elsewhere. */
  signup: SignUpMode | undefined;
  mail: MailConfig | undefined;
  /** Services whose accounts people can link and sign in with. */
  services: ServiceConfig[];
  /** Number of our proxies in front that add to X-Forwarded-For. */
  proxies: number;
  /** How many memes of a new account need approval by staff. */
  approveFirst: number;
  /** Who may add a template: everyone, everyone with the consent of staff, or staff alone. */
  templates: TemplatesMode;
  /** Who may search for GIFs as chat programs do: those with a GIF key, everyone, or nobody. */
  gifApi: GifApiMode;
  /** Where webhooks may lead to: addresses on the internet, any address, or nowhere. */
  webhooks: WebhooksMode;
  /** Memes per hour and bytes of stored files, per account and in total; undefined means no limit. */
  postsPerHour: number | undefined;
  postsPerHourSite: number | undefined;
  storagePerAccount: number | undefined;
  storageTotal: number | undefined;
  /** Memory for what is kept between requests; 0 keeps nothing. */
  cacheBytes: number;
  /** Whether browsers install our service worker; otherwise one that removes it. */
  serviceWorker: boolean;
  /** Folder with fonts for making memes, besides ours; undefined if there is none. */
  fonts: string | undefined;
  /** What videos people may post. */
  video: VideoRules;
  /** The GUFFAW_ names that were set; all others have their defaults. */
  given: string[];
  /** Unknown names that look like GUFFAW_ settings, most likely misspelt: reported, never silently ignored. */
  unknown: string[];
}

const SIGNUP_MODES = ["open", "invite", "closed"] as const;
const WEBHOOKS_MODES = ["public", "any", "off"] as const;
const TEMPLATES_MODES = ["open", "review", "staff"] as const;
const GIF_API_MODES = ["keys", "open", "off"] as const;
const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;

/** Hosts that mean this machine or all its networks, reachable here as localhost. */
const HERE = ["127.0.0.1", "::1", "0.0.0.0", "::", "localhost"];

/**
 * Every variable, default and check; reports all invalid values at once. `root` is the checkout, so the data folder is
 * found from any working directory.
 */
export function readConfig(given: Env, root: string): Config {
  const env = readSecretFiles(given, root);
  const get = (name: string) => env[name]?.trim() || undefined;
  const data = () => resolve(root, requirePath("GUFFAW_DATA", get("GUFFAW_DATA") ?? "data"));
  const storage = () => readStorage(get("GUFFAW_STORAGE") ?? "file:", data(), env);
  const pool = () => readPool(get("GUFFAW_DATABASE_POOL") ?? String(DEFAULT_CONNECTIONS));
  const config = readAll<Config>({
    checkout: () => root,
    isService: () => isService(env),
    url: () => readAddress("GUFFAW_URL", get("GUFFAW_URL")),
    apiUrl: () => readAddress("GUFFAW_API_URL", get("GUFFAW_API_URL")),
    oldApiUrl: () => readAddress("GUFFAW_OLD_API_URL", get("GUFFAW_OLD_API_URL")),
    host: () => get("GUFFAW_HOST") ?? "127.0.0.1",
    port: () => readPort(get("GUFFAW_PORT") ?? "8420"),
    workers: () => readWorkers(get("GUFFAW_WORKERS") ?? "1"),
    ops: () => readOps(get),
    stopSeconds: () => readStopSeconds(get("GUFFAW_STOP_SECONDS") ?? "10"),
    data,
    database: () => readDatabase(get("GUFFAW_DATABASE_URL"), data(), pool()),
    replicas: () =>
      readReplicas(
        get("GUFFAW_DATABASE_REPLICA_URL"),
        get("GUFFAW_REPLICA_MAX_LAG_MS") ?? "100",
        readDatabase(get("GUFFAW_DATABASE_URL"), data()),
      ),
    storage,
    media: () => readMedia(get("GUFFAW_MEDIA_URL"), get("GUFFAW_MEDIA_SECONDS") ?? "600"),
    backup: () => readBackup(env, storage()),
    rateLimit: () => readRateLimit("GUFFAW_RATE_LIMIT", get("GUFFAW_RATE_LIMIT") ?? "600/1m"),
    guestLimit: () => readRateLimit("GUFFAW_GUEST_LIMIT", get("GUFFAW_GUEST_LIMIT") ?? "600/1m"),
    valkey: () => readValkey(get("GUFFAW_VALKEY_URL")),
    log: () => oneOf("GUFFAW_LOG", get("GUFFAW_LOG") ?? "info", LOG_LEVELS),
    logAddress: () => oneOf("GUFFAW_LOG_ADDRESS", get("GUFFAW_LOG_ADDRESS") ?? "off", ["on", "off"]) === "on",
    slowQueryMs: () => readSlowQuery(get("GUFFAW_SLOW_QUERY_MS") ?? "500"),
    otlpUrl: () => readAddress("GUFFAW_OTLP_URL", get("GUFFAW_OTLP_URL")),
    starter: () => oneOf("GUFFAW_STARTER", get("GUFFAW_STARTER") ?? "on", ["on", "off"]) === "on",
    signup: () => readSignUp(get("GUFFAW_SIGNUP")),
    mail: () => readMail(get("GUFFAW_SMTP_URL"), get("GUFFAW_MAIL_FROM")),
    services: () => readServices(env),
    proxies: () => readProxies(get("GUFFAW_PROXIES") ?? "0"),
    approveFirst: () => readApproveFirst(get("GUFFAW_APPROVE_FIRST") ?? "0"),
    templates: () => oneOf("GUFFAW_TEMPLATES", get("GUFFAW_TEMPLATES") ?? "review", TEMPLATES_MODES),
    gifApi: () => oneOf("GUFFAW_GIF_API", get("GUFFAW_GIF_API") ?? "keys", GIF_API_MODES),
    webhooks: () => oneOf("GUFFAW_WEBHOOKS", get("GUFFAW_WEBHOOKS") ?? "public", WEBHOOKS_MODES),
    postsPerHour: () => readPostsPerHour("GUFFAW_POSTS_PER_HOUR", get("GUFFAW_POSTS_PER_HOUR") ?? "100"),
    postsPerHourSite: () => readPostsPerHour("GUFFAW_POSTS_PER_HOUR_SITE", get("GUFFAW_POSTS_PER_HOUR_SITE") ?? "3000"),
    storagePerAccount: () => readAmountOfData("GUFFAW_STORAGE_PER_ACCOUNT", get("GUFFAW_STORAGE_PER_ACCOUNT") ?? "2GB"),
    storageTotal: () => readAmountOfData("GUFFAW_STORAGE_TOTAL", get("GUFFAW_STORAGE_TOTAL") ?? "off"),
    cacheBytes: () => readCacheSize(get("GUFFAW_CACHE_MB") ?? "64"),
    serviceWorker: () => oneOf("GUFFAW_SERVICE_WORKER", get("GUFFAW_SERVICE_WORKER") ?? "on", ["on", "off"]) === "on",
    fonts: () => readFolder("GUFFAW_FONTS", get("GUFFAW_FONTS"), root),
    video: () => readVideo(get, root),
    given: () => Object.keys(env).filter((name) => name.startsWith("GUFFAW_") && get(name) !== undefined),
    unknown: () => Object.keys(env).filter((name) => isMeant(name) && !isKnown(name)),
  });
  requireTwoRoots(addresses(config, config.port));
  return config;
}

/** Its own process, or npm, which has started us: shells of a desktop that systemd has started have the variable too. */
const isService = ({ SYSTEMD_EXEC_PID: pid }: Env) =>
  pid !== undefined && [process.pid, process.ppid].includes(Number(pid));

/** The public addresses, once the port is known. */
export function addresses(config: Pick<Config, "url" | "apiUrl" | "oldApiUrl" | "host">, port: number) {
  const url = config.url ?? defaultUrl(config.host, port);
  return { url, apiUrl: config.apiUrl ?? url, oldApiUrl: config.oldApiUrl ?? `${url}/api/v1` };
}
export interface Addresses extends ReturnType<typeof addresses> {
  /** If pictures are on a CDN. */
  pictures?: PictureAddresses | undefined;
}

/** Addresses of pictures on a CDN, of memes that everyone may see. */
export interface PictureAddresses {
  /** The site's pages may show pictures from here. */
  readonly origin: string;
  /** What comes before the seal. */
  readonly root: string;
  /** What comes before the meme's id and proves that we wrote the address; see core/memes/signed-pictures.ts. */
  sealOf(memeId: string): string;
  /** When seals change. */
  freshUntil(): number;
}

function defaultUrl(host: string, port: number): string {
  const named = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  // Some hosts, such as those with a zone, can be listened on but cannot be part of an address.
  return HERE.includes(host) || !URL.canParse(named) ? `http://localhost:${port}` : named;
}

function requireTwoRoots({ apiUrl, oldApiUrl }: Addresses) {
  const place = (address: string) => new URL(address).host + new URL(address).pathname.replace(/\/+$/, "");
  if (place(`${apiUrl}/v1`) === place(oldApiUrl))
    throw new ConfigError(
      `GUFFAW_API_URL and GUFFAW_OLD_API_URL point to the same place, ${oldApiUrl}: give one of them another path or host.`,
    );
}

const readFolder = (name: string, value: string | undefined, root: string) =>
  value === undefined ? undefined : resolve(root, requirePath(name, value));

const readSignUp = (value: string | undefined) =>
  value === undefined ? undefined : oneOf("GUFFAW_SIGNUP", value, SIGNUP_MODES);

/** Other machines can reach the site, but its address is not configured. */
export const lacksUrl = ({ url, host }: Pick<Config, "url" | "host">): boolean =>
  url === undefined && !/^(localhost|(::ffff:)?127(\.\d+){3}|::1)$/i.test(host);

/** The sign-up mode at an address of the site; `behindProxy`: there is a proxy, and the public address is unknown. */
export function signupMode(
  config: Pick<Config, "signup" | "url" | "host">,
  url: string,
  { behindProxy = false } = {},
): SignUpMode {
  if (config.signup !== undefined) return config.signup;
  if (lacksUrl(config) || behindProxy) return "invite";
  return HERE.includes(new URL(url).hostname.replace(/^\[|\]$/g, "")) ? "open" : "invite";
}
