import { ownText } from "../own-text.ts";

const MAX_KEPT = 64;
/** In a whole address, these would end the host or come before it. */
const NOT_IN_HOST = /[^\x21-\x7e]|[/?#@\\,]/;
const good = new Set<string>();

/** A single host, with or without a port. Valid ones are cached, because every request asks. */
export function isHost(host: string | null): host is string {
  if (host === null) return false;
  if (good.has(host)) return true;
  if (NOT_IN_HOST.test(host) || !URL.canParse(`http://${host}/`)) return false;
  if (good.size >= MAX_KEPT) good.clear();
  good.add(ownText(host));
  return true;
}
