import { isIP } from "node:net";

/** The site that passkeys are made for: they answer to no other. */
export interface RelyingParty {
  /** The name of the host, without the port. */
  host: string;
  origin: string;
}

export function relyingPartyOf(url: string): RelyingParty {
  const { hostname, origin } = new URL(url);
  return { host: hostname, origin };
}

/** Browsers keep them for names alone, and on safe connections or on the same machine. */
export function hasPasskeys(url: string): boolean {
  const { hostname, protocol } = new URL(url);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0 && (protocol === "https:" || isLocal);
}
