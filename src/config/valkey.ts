import { ConfigError, IN_PASSWORDS, requireDecodable } from "./checks.ts";

/** Valkey's own names for the protocol, as the runtime calls it. */
const PROTOCOLS: Record<string, string> = {
  "valkey:": "redis:",
  "valkeys:": "rediss:",
  "redis:": "redis:",
  "rediss:": "rediss:",
};

export function readValkey(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const parts = URL.canParse(value) ? new URL(value) : undefined;
  const protocol = PROTOCOLS[parts?.protocol ?? ""];
  const isWhole = parts?.hostname && !parts.search && !parts.hash && /^(\/\d{0,3})?$/.test(parts.pathname);
  // The address may hold a password, so the error never repeats it.
  if (!protocol || !isWhole)
    throw new ConfigError(
      `GUFFAW_VALKEY_URL is not the address of a Valkey or Redis server: use valkey://:password@host:6379, or valkeys:// for TLS (${IN_PASSWORDS}).`,
    );
  requireDecodable("GUFFAW_VALKEY_URL", parts);
  return protocol + value.slice(parts.protocol.length);
}
