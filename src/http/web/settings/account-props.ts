import type { SignInMethods } from "../../../core/users/sign-in-methods.ts";
import type { Session } from "../../../entities/session.ts";
import type { User } from "../../../entities/user.ts";
import type { Frame } from "../frame.ts";

export interface AccountProps {
  frame: Frame;
  address: Pick<User, "email" | "newEmail" | "emailConfirmedAt">;
  sessions: Session[];
  /** Id of the viewer's session. */
  here: string;
  ways: SignInMethods;
  /** Number of recovery codes left. */
  codes: number;
  /** The refused form, and the address that was typed. */
  refused?: {
    form: "email" | "confirm" | "password" | "no-password" | "codes" | "delete";
    sentence: string;
    email?: string;
  };
}

export const errorIn = (form: string, { refused }: AccountProps) =>
  refused?.form === form ? refused.sentence : undefined;
