import type { Addresses, Config } from "../config.ts";
import { writeFact } from "../data/site.ts";
import type { Services } from "../services.ts";
import type { RequestHeaders } from "../wire/request-headers.ts";

export const PROXY_HEADERS = ["x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "forwarded"] as const;

/** When an unconfigured proxy was last seen, for the doctor. */
export const PROXY_SEEN = "proxy-seen";

export const SET_URL =
  "set GUFFAW_URL to the address that people type, such as https://memes.example.org, and restart Guffaw";

/** Notices a proxy in front of a site without a configured address: such a site is not only for this machine. */
export class ProxyWatch {
  #seen = false;
  #isDone: boolean;

  constructor(private services: Pick<Services, "config" | "database" | "log" | "clock">) {
    const { url, proxies } = services.config;
    this.#isDone = url !== undefined && proxies > 0;
  }

  get seen(): boolean {
    return this.#seen;
  }

  look(headers: RequestHeaders): void {
    const { config, database, log, clock } = this.services;
    if (this.#isDone) return;
    const header = PROXY_HEADERS.find((name) => headers.has(name));
    if (header === undefined) return;
    this.#isDone = true;
    this.#seen = config.url === undefined;
    if (this.#seen)
      log.warn(
        `a proxy is in front (${header}), and GUFFAW_URL is not set: ${SET_URL}; until then sign-up is by invitation`,
      );
    void writeFact(database.db, PROXY_SEEN, String(clock())).catch((error: unknown) =>
      log.warn("could not write down that a proxy is in front", { error: String(error) }),
    );
  }
}

/**
 * Whether the visitor's browser uses https: our address says so, or a proxy the operator told us to trust. From anyone
 * else the header is ignored: a browser on plain http drops secure cookies, so people could not stay signed in.
 */
export function isHttps(headers: RequestHeaders, { url }: Addresses, { proxies }: Pick<Config, "proxies">): boolean {
  if (url.startsWith("https:")) return true;
  const protocol = proxies === 0 ? null : headers.get("x-forwarded-proto");
  if (protocol === null) return false;
  const hops = protocol.split(",").map((hop) => hop.trim().toLowerCase());
  // Most proxies replace the header, some append to it.
  return (hops.at(-proxies) ?? hops[0]) === "https";
}
