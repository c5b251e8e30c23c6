import { message } from "../../words/messages.ts";
import { DomainError } from "../../errors.ts";

export const MAX_EMAIL = 254;

/** A single address, without anything a mail program would take for a list or a name. */
const ADDRESS = /^[^\s\p{Cc}@,;:<>()[\]\\"]+@[^\s\p{Cc}@,;:<>()[\]\\"]+\.[^\s\p{Cc}@,;:<>()[\]\\"]+$/u;

export function cleanEmail(email: string): string {
  if (email.length > MAX_EMAIL || !email.isWellFormed() || !ADDRESS.test(email))
    throw new DomainError("invalid", message("error.bad-email"), { field: "email" });
  return email;
}
