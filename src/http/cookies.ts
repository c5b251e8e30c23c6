/** The cookies of a request. Of two with one name the first counts, as it is the one with the longer path. */
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
  /** Seconds; 0 takes it away. */
  maxAge: number;
  secure: boolean;
}

/** Only for our own pages, and out of reach of scripts. */
export const cookieText = (name: string, value: string, { maxAge, secure }: CookieOptions) =>
  `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
