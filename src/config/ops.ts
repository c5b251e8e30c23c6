import { ConfigError, readAll, refuse } from "./checks.ts";

/** Who may see /metrics and /readyz, and where. */
export interface OpsConfig {
  /** A port of their own; undefined if they are on the public port. */
  port: number | undefined;
  host: string;
  /** Asked for as a bearer token. */
  token: string | undefined;
}

const MIN_TOKEN = 16;

export function readOps(get: (name: string) => string | undefined): OpsConfig {
  const [port, host] = [get("GUFFAW_OPS_PORT"), get("GUFFAW_OPS_HOST")];
  return readAll<OpsConfig>({
    port: () => readOpsPort(port, get("GUFFAW_PORT")),
    host: () => {
      if (host !== undefined && port === undefined)
        throw new ConfigError("GUFFAW_OPS_HOST is set without GUFFAW_OPS_PORT: set both, or neither.");
      return host ?? "127.0.0.1";
    },
    token: () => readToken(get("GUFFAW_OPS_TOKEN")),
  });
}

function readOpsPort(value: string | undefined, publicPort = "8420"): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d{1,5}$/.test(value) ? Number(value) : -1;
  if (number < 0 || number > 65535) refuse("GUFFAW_OPS_PORT", value, "a number from 0 to 65535 (0 picks a free port)");
  if (number !== 0 && number === Number(publicPort))
    throw new ConfigError(`GUFFAW_OPS_PORT and GUFFAW_PORT are both ${number}: use two different ports.`);
  return number;
}

/** The error never repeats it. */
function readToken(value: string | undefined): string | undefined {
  if (value !== undefined && !(value.length >= MIN_TOKEN && /^[\x21-\x7e]+$/.test(value)))
    throw new ConfigError(
      `GUFFAW_OPS_TOKEN is not valid: use at least ${MIN_TOKEN} letters, digits and signs without spaces, such as the output of openssl rand -hex 24.`,
    );
  return value;
}
