import type { User } from "../../entities/user.ts";

/** The browser somebody signs in with. */
export interface Browser {
  /** Its User-Agent. */
  agent: string;
  /** Its device secret, if somebody has signed in there before. */
  device?: string;
  /** Its current token. That session ends, so that no old token leads to the new one. */
  token?: string;
}

export interface BrowserSignIn {
  user: User;
  token: string;
  device: string;
}
