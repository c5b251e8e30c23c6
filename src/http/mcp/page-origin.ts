import { isIP } from "node:net";

import { DomainError } from "../../errors.ts";
import type { RequestHeaders } from "../../wire/request-headers.ts";

/**
 * Pages of any site may call us, by our own name. A page that calls us by another name has made that name lead here,
 * to look like one of ours (DNS rebinding). Nobody can do so with an address.
 */
export function requireHonestPage(headers: RequestHeaders, own: string): void {
  const origin = headers.get("origin");
  if (origin === null) return;
  const called = nameOf(`http://${headers.get("host")}`);
  const isOrigin = origin === "null" || URL.canParse(origin);
  if (isOrigin && (called === nameOf(own) || called === "localhost" || isIP(called.replace(/^\[|\]$/g, "")))) return;
  throw new DomainError("not_allowed", `A page has to call this site by its own address, ${own}.`);
}

const nameOf = (url: string) => new URL(url).hostname;
