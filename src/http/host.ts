const MAX_KEPT = 64;
const good = new Set<string>();

/** A single host, with or without a port. Valid ones are cached, because every request asks. */
export function isHost(host: string | null): host is string {
  if (host === null || host.includes(",")) return false;
  if (good.has(host)) return true;
  if (!URL.canParse(`http://${host}/`)) return false;
  if (good.size >= MAX_KEPT) good.clear();
  good.add(host);
  return true;
}
