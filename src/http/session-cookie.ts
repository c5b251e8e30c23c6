import type { Addresses, Config } from "../config.ts";
import { cookiesOf } from "./cookies.ts";
import { isHttps } from "./forwarded.ts";
import type { HttpRequest } from "../wire/http-request.ts";

export const SESSION_COOKIE = "guffaw";

/** The prefix makes browsers refuse a cookie set by another host or an insecure page. */
export const ownCookie = (name: string, https: boolean) => (https ? `__Host-${name}` : name);

/** Session of a request that is not for a page, such as a picture. */
export const sessionTokenOf = ({ headers }: HttpRequest, addresses: Addresses, config: Pick<Config, "proxies">) =>
  cookiesOf(headers.get("cookie")).get(ownCookie(SESSION_COOKIE, isHttps(headers, addresses, config)));
