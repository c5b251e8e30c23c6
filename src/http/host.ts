const MAX_KEPT = 64;
const good = new Set<string>();

/** A host and perhaps a port, once. A good one is remembered, because every request asks. */
export function isHost(host: string | null): boolean {
  if (host === null || host.includes(",")) return false;
  if (good.has(host)) return true;
  if (!URL.canParse(`http://${host}/`)) return false;
  if (good.size >= MAX_KEPT) good.clear();
  good.add(host);
  return true;
}
