const PORT = "5432";

/** Where a PostgreSQL server listens: at a network address, or at a socket in a folder of this machine. */
export type PostgresPlace = { host: string; port: number } | { socket: string };

/** As in libpq, `host` and `port` in the query override those before it, and a host that is a path is a folder. */
export function placeOf(url: string): PostgresPlace {
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get("host") ?? decodeURIComponent(hostname).replace(/^\[|\]$/g, "");
  const given = searchParams.get("port") ?? (port || PORT);
  return host.startsWith("/") ? { socket: `${host}/.s.PGSQL.${given}` } : { host, port: Number(given) };
}

/** For messages to the operator. */
export function describePlace(url: string): string {
  const place = placeOf(url);
  return "socket" in place ? place.socket : new URL(url).host;
}

/**
 * A pooler that hands connections on after each transaction keeps neither prepared statements nor the settings of a
 * connection.
 */
export const isPooled = (url: string) => new URL(url).searchParams.get("prepare") === "false";
