/** Path of an address, without a trailing slash. */
export const pathnameOf = (url: string) => new URL(url).pathname.replace(/\/+$/, "");

/** Path of what a request asks for, as it was sent. */
export function sentPathOf(target: string): string {
  const end = target.indexOf("?");
  return end < 0 ? target : target.slice(0, end);
}

/** The path we look for. Collapses repeated slashes and drops a trailing one, since clients in the wild send both. */
export function plainPath(sent: string): string {
  const path = unescaped(sent);
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
