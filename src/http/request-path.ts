/** Path of an address, without a trailing slash. */
export const pathnameOf = (url: string) => new URL(url).pathname.replace(/\/+$/, "");

/** Path of a request. Collapses repeated slashes and drops a trailing one, since clients in the wild send both. */
export function pathOf({ url }: Request): string {
  const start = url.indexOf("/", 8);
  const query = url.indexOf("?", start);
  const hash = url.indexOf("#", start);
  const end = hash >= 0 && (query < 0 || hash < query) ? hash : query;
  const path = unescaped(end < 0 ? url.slice(start) : url.slice(start, end));
  if (!path.includes("//") && !(path.length > 1 && path.endsWith("/"))) return path;
  return path.replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
}

/** Escapes stay in the values of variables, where they may be slashes. An undecodable path is taken as it is. */
function unescaped(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURI(path.replaceAll("%25", "%2525"));
  } catch {
    return path;
  }
}
