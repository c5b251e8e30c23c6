import { isIPv6 } from "node:net";
import { isAbsolute, join, resolve } from "node:path";

export type LogLevel = (typeof LOG_LEVELS)[number];
export type DatabaseConfig = { kind: "sqlite"; file: string } | { kind: "postgres"; url: string };
export type StorageConfig =
  | { kind: "filesystem"; root: string }
  | {
      kind: "s3";
      bucket: string;
      endpoint?: string;
      region: string;
      accessKeyId: string;
      secretAccessKey: string;
      sessionToken?: string;
    };
export type SignUpMode = (typeof SIGNUP_MODES)[number];
export type MailConfig = { url: string; from: string };
export interface ServiceConfig {
  /** Name in addresses and the API, in lower case. */
  name: string;
  /** Discord and GitHub speak OAuth 2 with their own APIs, not OpenID Connect. */
  kind: "oidc" | "discord" | "github";
  /** Name for people. */
  label: string;
  issuer: string;
  clientId: string;
  /** Undefined for a public client. */
  clientSecret: string | undefined;
}
export type RateLimit = { requests: number; windowMs: number };

export interface Config {
  /** If undefined, the server uses its host and the port it really got. */
  url: string | undefined;
  apiUrl: string | undefined;
  oldApiUrl: string | undefined;
  host: string;
  port: number;
  data: string;
  database: DatabaseConfig;
  storage: StorageConfig;
  rateLimit: RateLimit | undefined;
  /** Per network, for guests. */
  guestLimit: RateLimit | undefined;
  log: LogLevel;
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
  /** Memes per hour and bytes of stored files, per account and in total; undefined means no limit. */
  postsPerHour: number | undefined;
  postsPerHourSite: number | undefined;
  storagePerAccount: number | undefined;
  storageTotal: number | undefined;
  /** The GUFFAW_ names that were set; all others have their defaults. */
  given: string[];
  /** Unknown names that look like GUFFAW_ settings, most likely misspelt: reported, never silently ignored. */
  unknown: string[];
}

/** An invalid setting; the message is the one sentence the operator sees. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

type Env = Record<string, string | undefined>;

const SIGNUP_MODES = ["open", "invite", "closed"] as const;
const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
const WINDOW_MS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const MAX_POSTS_PER_HOUR = 100_000;
const DATA_UNITS: Record<string, number> = { MB: 1e6, GB: 1e9, TB: 1e12 };
const NAMES = [
  "GUFFAW_URL",
  "GUFFAW_API_URL",
  "GUFFAW_OLD_API_URL",
  "GUFFAW_HOST",
  "GUFFAW_PORT",
  "GUFFAW_DATA",
  "GUFFAW_DATABASE_URL",
  "GUFFAW_STORAGE",
  "GUFFAW_RATE_LIMIT",
  "GUFFAW_GUEST_LIMIT",
  "GUFFAW_LOG",
  "GUFFAW_STARTER",
  "GUFFAW_SIGNUP",
  "GUFFAW_SMTP_URL",
  "GUFFAW_MAIL_FROM",
  "GUFFAW_PROXIES",
  "GUFFAW_APPROVE_FIRST",
  "GUFFAW_POSTS_PER_HOUR",
  "GUFFAW_POSTS_PER_HOUR_SITE",
  "GUFFAW_STORAGE_PER_ACCOUNT",
  "GUFFAW_STORAGE_TOTAL",
] as const;
/** Each is shown on the configuration page; see config-summary.ts. */
export type VariableName = (typeof NAMES)[number];

/** Prefix of the settings of sign-in services; an unknown one stops startup. */
const SERVICE = "GUFFAW_OIDC_";
const SERVICE_SETTINGS = ["ISSUER", "CLIENT_ID", "CLIENT_SECRET", "LABEL"] as const;
const MAX_SERVICE_NAME = 32;
const MAX_LABEL = 40;
/** Names our own sign-in pages use in addresses. */
const RESERVED = ["PASSKEY", "RECOVERY"];
const PRESETS: Record<string, Pick<ServiceConfig, "kind" | "label" | "issuer">> = {
  DISCORD: { kind: "discord", label: "Discord", issuer: "https://discord.com" },
  GITHUB: { kind: "github", label: "GitHub", issuer: "https://github.com" },
  GOOGLE: { kind: "oidc", label: "Google", issuer: "https://accounts.google.com" },
};

const isKnown = (name: string) => NAMES.some((one) => one === name) || name.startsWith(SERVICE);

const PREFIX = "GUFFAW_";

/** Whether a name was most likely meant for us despite a misspelt prefix. */
function isMeant(name: string): boolean {
  const [first = "", ...rest] = name.toUpperCase().split("_");
  return first.startsWith("GUFFAW") || (rest.length > 0 && distance(first, "GUFFAW") <= 1);
}

/** The message about an unknown setting. */
export function unknownSetting(name: string): string {
  const [nearest] = NAMES.map((one) => ({ one, typos: distance(name.toUpperCase(), one) })).sort(
    (a, b) => a.typos - b.typos,
  );
  // Up to a third of the letters may be wrong.
  const most = (name.length - PREFIX.length) / 3;
  const next = nearest!.typos <= most ? `did you mean ${nearest!.one}?` : ".env.example lists them all.";
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

/** Hosts that mean this machine or all its networks, reachable here as localhost. */
const HERE = ["127.0.0.1", "::1", "0.0.0.0", "::", "localhost"];

/** Every variable, default and check. `root` is the checkout, so the data folder is found from any working directory. */
export function readConfig(env: Env, root: string): Config {
  const get = (name: string) => env[name]?.trim() || undefined;
  const data = resolve(root, requirePath("GUFFAW_DATA", get("GUFFAW_DATA") ?? "data"));
  const config: Config = {
    url: address("GUFFAW_URL", get("GUFFAW_URL")),
    apiUrl: address("GUFFAW_API_URL", get("GUFFAW_API_URL")),
    oldApiUrl: address("GUFFAW_OLD_API_URL", get("GUFFAW_OLD_API_URL")),
    host: get("GUFFAW_HOST") ?? "127.0.0.1",
    port: port(get("GUFFAW_PORT") ?? "8420"),
    data,
    database: database(get("GUFFAW_DATABASE_URL"), data),
    storage: storage(get("GUFFAW_STORAGE") ?? "file:", data, env),
    rateLimit: rateLimit("GUFFAW_RATE_LIMIT", get("GUFFAW_RATE_LIMIT") ?? "600/1m"),
    guestLimit: rateLimit("GUFFAW_GUEST_LIMIT", get("GUFFAW_GUEST_LIMIT") ?? "600/1m"),
    log: oneOf("GUFFAW_LOG", get("GUFFAW_LOG") ?? "info", LOG_LEVELS),
    starter: oneOf("GUFFAW_STARTER", get("GUFFAW_STARTER") ?? "on", ["on", "off"]) === "on",
    signup: signup(get("GUFFAW_SIGNUP")),
    mail: mail(get("GUFFAW_SMTP_URL"), get("GUFFAW_MAIL_FROM")),
    services: services(env),
    proxies: proxies(get("GUFFAW_PROXIES") ?? "0"),
    approveFirst: approveFirst(get("GUFFAW_APPROVE_FIRST") ?? "0"),
    postsPerHour: postsPerHour("GUFFAW_POSTS_PER_HOUR", get("GUFFAW_POSTS_PER_HOUR") ?? "100"),
    postsPerHourSite: postsPerHour("GUFFAW_POSTS_PER_HOUR_SITE", get("GUFFAW_POSTS_PER_HOUR_SITE") ?? "3000"),
    storagePerAccount: amountOfData("GUFFAW_STORAGE_PER_ACCOUNT", get("GUFFAW_STORAGE_PER_ACCOUNT") ?? "2GB"),
    storageTotal: amountOfData("GUFFAW_STORAGE_TOTAL", get("GUFFAW_STORAGE_TOTAL") ?? "off"),
    given: Object.keys(env).filter((name) => name.startsWith("GUFFAW_") && get(name) !== undefined),
    unknown: Object.keys(env).filter((name) => isMeant(name) && !isKnown(name)),
  };
  requireTwoRoots(addresses(config, config.port));
  return config;
}

/** The public addresses, once the port is known. */
export function addresses(config: Pick<Config, "url" | "apiUrl" | "oldApiUrl" | "host">, port: number) {
  const url = config.url ?? defaultUrl(config.host, port);
  return { url, apiUrl: config.apiUrl ?? url, oldApiUrl: config.oldApiUrl ?? `${url}/api/v1` };
}
export type Addresses = ReturnType<typeof addresses>;

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

function refuse(name: string, value: string, expected: string): never {
  throw new ConfigError(`${name} is "${value}", which is not valid: use ${expected}.`);
}

/** Leaves out anything that may be a password or token. */
const withoutSecrets = (value: string) => value.replace(/^([a-z0-9+.-]+:)?(\/*).*@/is, "$1$2…@").replace(/\?.+/s, "?…");

function address(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const plain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password;
  if (!plain) refuse(name, withoutSecrets(value), "a plain http or https address, such as https://memes.example.org");
  return value.replace(/\/+$/, "");
}

function port(value: string): number {
  const number = /^\d{1,5}$/.test(value) ? Number(value) : -1;
  if (number < 0 || number > 65535) refuse("GUFFAW_PORT", value, "a number from 0 to 65535 (0 picks a free port)");
  return number;
}

function oneOf<const T extends readonly string[]>(name: string, value: string, choices: T): T[number] {
  if (!choices.includes(value)) refuse(name, value, `one of ${choices.join(", ")}`);
  return value;
}

const signup = (value: string | undefined) =>
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

function mail(url: string | undefined, from: string | undefined): MailConfig | undefined {
  if (url === undefined && from === undefined) return undefined;
  // The address may hold a password, so the error never repeats it.
  const parts = url !== undefined && /^smtps?:\/\//.test(url) && URL.canParse(url) ? new URL(url) : undefined;
  if (
    url === undefined ||
    !parts?.hostname ||
    parts.hash ||
    !/^\/?$/.test(parts.pathname) ||
    parts.search.includes("@")
  )
    throw new ConfigError(
      `GUFFAW_SMTP_URL is not the address of a mail server: use smtps://user:password@mail.example.org (${IN_PASSWORDS}), or leave GUFFAW_MAIL_FROM out too.`,
    );
  requireDecodable("GUFFAW_SMTP_URL", parts);
  if (from === undefined || !/^[^\s<>@]+@[^\s<>@]+$|^[^<>\r\n]+<[^\s<>@]+@[^\s<>@]+>$/.test(from))
    refuse("GUFFAW_MAIL_FROM", from ?? "", "the sender of our mails, such as Guffaw <memes@example.org>");
  return { url, from };
}

function proxies(value: string): number {
  if (!/^\d$/.test(value)) refuse("GUFFAW_PROXIES", value, "the number of proxies in front, from 0 to 9");
  return Number(value);
}

/** Sorted by name, so that all pages show the same order. */
function services(env: Env): ServiceConfig[] {
  const given = new Map<string, Map<string, string>>();
  for (const variable of Object.keys(env).filter((name) => name.startsWith(SERVICE))) {
    const [name, setting] = namesIn(variable);
    const value = env[variable]?.trim();
    const settings = given.get(name) ?? new Map<string, string>();
    if (value) given.set(name, settings.set(setting, value));
  }
  return [...given].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, settings]) => service(name, settings));
}

function namesIn(variable: string): [name: string, setting: string] {
  const shape = new RegExp(`^${SERVICE}([A-Z0-9]+(?:_[A-Z0-9]+)*?)_(${SERVICE_SETTINGS.join("|")})$`);
  const [, name, setting] = shape.exec(variable) ?? [];
  if (!name || !setting || name.length > MAX_SERVICE_NAME)
    throw new ConfigError(
      `${variable} is not a setting of a sign-in service: write ${SERVICE}NAME_ and one of ${SERVICE_SETTINGS.join(", ")}, NAME being capital letters and digits.`,
    );
  return [name, setting];
}

function service(name: string, settings: Map<string, string>): ServiceConfig {
  if (RESERVED.includes(name))
    throw new ConfigError(`${SERVICE}${name} cannot be the name of a service, because it means something else here.`);
  const preset = PRESETS[name];
  const variable = (setting: (typeof SERVICE_SETTINGS)[number]) => `${SERVICE}${name}_${setting}`;
  const missing = (setting: (typeof SERVICE_SETTINGS)[number], what: string): never => {
    throw new ConfigError(`${variable(setting)} is missing: give ${what}.`);
  };
  const label = settings.get("LABEL") ?? preset?.label ?? name[0]! + name.slice(1).toLowerCase();
  // oxlint-disable-next-line no-control-regex
  if (label.length > MAX_LABEL || /[\u0000-\u001f\u007f]/.test(label))
    refuse(variable("LABEL"), label.slice(0, MAX_LABEL), `a name of at most ${MAX_LABEL} characters`);
  const clientSecret = settings.get("CLIENT_SECRET");
  if (preset && clientSecret === undefined)
    missing("CLIENT_SECRET", `the secret that ${preset.label} issued for this site`);
  return {
    name: name.toLowerCase(),
    kind: preset?.kind ?? "oidc",
    label,
    issuer: issuer(variable("ISSUER"), settings.get("ISSUER") ?? preset?.issuer),
    clientId: settings.get("CLIENT_ID") ?? missing("CLIENT_ID", "the id by which the service knows this site"),
    clientSecret,
  };
}

/** Kept as written: a trailing slash is part of the issuer's identity. */
function issuer(name: string, value: string | undefined): string {
  const expected = "the https address of the service, such as https://accounts.example.org";
  if (value === undefined) throw new ConfigError(`${name} is missing: give ${expected}.`);
  const url = new URL(address(name, value)!);
  // With plain http, anyone in between could pose as the service.
  if (url.protocol === "http:" && !["localhost", "127.0.0.1", "[::1]"].includes(url.hostname))
    refuse(name, value, `${expected}; http is only for this machine`);
  return value;
}

function approveFirst(value: string): number {
  const number = /^\d{1,3}$/.test(value) ? Number(value) : NaN;
  if (!(number <= 100)) refuse("GUFFAW_APPROVE_FIRST", value, "a number of memes from 0 to 100");
  return number;
}

function postsPerHour(name: string, value: string): number | undefined {
  if (value === "off") return undefined;
  const number = /^\d{1,6}$/.test(value) ? Number(value) : NaN;
  if (!(number >= 1 && number <= MAX_POSTS_PER_HOUR))
    refuse(name, value, `a number of memes per hour from 1 to ${MAX_POSTS_PER_HOUR}, or off`);
  return number;
}

/** Decimal units, as on the box of a disk. */
function amountOfData(name: string, value: string): number | undefined {
  if (value === "off") return undefined;
  const [, amount, unit] = /^(\d{1,6}(?:\.\d{1,3})?) ?([MGT]B)$/i.exec(value) ?? [];
  const bytes = unit ? Math.round(Number(amount) * DATA_UNITS[unit.toUpperCase()]!) : 0;
  if (bytes < DATA_UNITS.MB!) refuse(name, value, "an amount of data such as 500MB, 2GB or 1.5TB, or off");
  return bytes;
}

function database(value: string | undefined, data: string): DatabaseConfig {
  if (value === undefined) return { kind: "sqlite", file: join(data, "guffaw.db") };
  if (/^postgres(ql)?:\/\//.test(value)) {
    // The address may hold a password, so the error never repeats it.
    const parts = URL.canParse(value) ? new URL(value) : undefined;
    if (!parts?.hostname || parts.hash || /@/.test(parts.pathname + parts.search))
      throw new ConfigError(
        `GUFFAW_DATABASE_URL is not a valid postgres:// address: use postgres://user:password@host:5432/name (${IN_PASSWORDS}).`,
      );
    requireDecodable("GUFFAW_DATABASE_URL", parts);
    return { kind: "postgres", url: value };
  }
  const file = /^(?:sqlite|file):(?:\/\/)?(.+)$/.exec(value)?.[1] ?? value;
  if (file.startsWith(":memory:"))
    throw new ConfigError(
      "GUFFAW_DATABASE_URL names a database in memory, which is lost at exit and which no other process can see: use a SQLite file.",
    );
  if (/^[a-z][a-z0-9+.-]*:/i.test(file)) {
    throw new ConfigError(
      "GUFFAW_DATABASE_URL names a database of another kind: use a SQLite file or a postgres:// address.",
    );
  }
  requirePath("GUFFAW_DATABASE_URL", file);
  return { kind: "sqlite", file: isAbsolute(file) ? file : join(data, file) };
}

const IN_PASSWORDS = "in the password write # as %23, / as %2F, ? as %3F and % as %25";

function requireDecodable(name: string, { username, password, pathname }: URL): void {
  if (![username, password, pathname].every(canDecode))
    throw new ConfigError(`${name} has a % that encodes no character: write % as %25.`);
}

/** Only a shell expands ~, and most settings never pass through one. */
function requirePath(name: string, path: string): string {
  if (path.startsWith("~"))
    throw new ConfigError(`${name} starts with ~, which only a shell expands: write the full path.`);
  return path;
}

function canDecode(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

function storage(value: string, data: string, env: Env): StorageConfig {
  if (value.startsWith("file:")) {
    const path = value.slice("file:".length).replace(/^\/\/(?=\/)/, "");
    requirePath("GUFFAW_STORAGE", path);
    return { kind: "filesystem", root: path ? (isAbsolute(path) ? path : join(data, path)) : join(data, "images") };
  }
  const url = value.startsWith("s3://") && URL.canParse(value) ? new URL(value) : undefined;
  if (!url?.hostname || (url.pathname !== "" && url.pathname !== "/"))
    refuse("GUFFAW_STORAGE", withoutSecrets(value), "file: (a folder) or s3://bucket?endpoint=…&region=…");
  if (url.username || url.password)
    throw new ConfigError(
      "GUFFAW_STORAGE has keys in it, which belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: use s3://bucket?endpoint=…&region=….",
    );
  const stray = [...url.searchParams.keys()].find((key) => key !== "endpoint" && key !== "region");
  if (stray)
    refuse("GUFFAW_STORAGE", withoutSecrets(value), `only endpoint and region after the bucket (not ${stray})`);
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey)
    throw new ConfigError("GUFFAW_STORAGE is on S3, so AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set too.");
  return {
    kind: "s3",
    bucket: url.hostname,
    endpoint: address("GUFFAW_STORAGE endpoint", url.searchParams.get("endpoint") ?? undefined),
    region: url.searchParams.get("region") ?? env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? "us-east-1",
    accessKeyId,
    secretAccessKey,
    sessionToken: env.AWS_SESSION_TOKEN || undefined,
  };
}

function rateLimit(name: string, value: string): RateLimit | undefined {
  if (value === "off") return undefined;
  const [, requests, count, unit] = /^([1-9]\d{0,8})\/([1-9]\d{0,4})?([smhd])$/.exec(value) ?? [];
  if (!requests || !unit) refuse(name, value, "requests per time, such as 600/1m, or off");
  return { requests: Number(requests), windowMs: Number(count ?? 1) * WINDOW_MS[unit]! };
}
