import { ConfigError, type Env, refuse, readAddress, readAll } from "./checks.ts";

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

/** Prefix of the settings of sign-in services; an unknown one stops startup. */
export const SERVICE = "GUFFAW_OIDC_";
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

/** Sorted by name, so that all pages show the same order. */
export function readServices(env: Env): ServiceConfig[] {
  const given = new Map<string, Map<string, string>>();
  for (const variable of Object.keys(env).filter((name) => name.startsWith(SERVICE))) {
    const [name, setting] = namesIn(variable);
    const value = env[variable]?.trim();
    const settings = given.get(name) ?? new Map<string, string>();
    if (value) given.set(name, settings.set(setting, value));
  }
  const sorted = [...given].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.values(
    readAll<Record<string, ServiceConfig>>(
      Object.fromEntries(sorted.map(([name, settings]) => [name, () => readService(name, settings)])),
    ),
  );
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

function readService(name: string, settings: Map<string, string>): ServiceConfig {
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
    issuer: readIssuer(variable("ISSUER"), settings.get("ISSUER") ?? preset?.issuer),
    clientId: settings.get("CLIENT_ID") ?? missing("CLIENT_ID", "the id by which the service knows this site"),
    clientSecret,
  };
}

/** Kept as written: a trailing slash is part of the issuer's identity. */
function readIssuer(name: string, value: string | undefined): string {
  const expected = "the https address of the service, such as https://accounts.example.org";
  if (value === undefined) throw new ConfigError(`${name} is missing: give ${expected}.`);
  const url = new URL(readAddress(name, value)!);
  // With plain http, anyone in between could pose as the service.
  if (url.protocol === "http:" && !["localhost", "127.0.0.1", "[::1]"].includes(url.hostname))
    refuse(name, value, `${expected}; http is only for this machine`);
  return value;
}
