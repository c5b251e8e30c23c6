import { isIP } from "node:net";

/** The site passkeys are bound to. They answer to no other. */
export interface RelyingParty {
  /** Host name without the port. */
  host: string;
  origin: string;
}

export function relyingPartyOf(url: string): RelyingParty {
  const { hostname, origin } = new URL(url);
  return { host: hostname, origin };
}

/** Browsers allow passkeys only for domain names, over https or on the same machine. */
export function hasPasskeys(url: string): boolean {
  const { hostname, protocol } = new URL(url);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0 && (protocol === "https:" || isLocal);
}
