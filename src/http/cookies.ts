/** The cookies of a request. If two have the same name the first one counts, since it has the longer path. */
export function cookiesOf(header: string | null): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? "").split(";")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    if (at > 0 && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim());
  }
  return cookies;
}

export interface CookieOptions {
  /** In seconds; 0 deletes it. */
  maxAge: number;
  secure: boolean;
  /** Our scripts may read it. */
  open?: boolean;
}

/** Only for our own pages and, unless it is open, out of reach of scripts. */
export const cookieText = (name: string, value: string, { maxAge, secure, open }: CookieOptions) =>
  `${name}=${value}; Path=/; Max-Age=${maxAge};${open ? "" : " HttpOnly;"} SameSite=Lax${secure ? "; Secure" : ""}`;
