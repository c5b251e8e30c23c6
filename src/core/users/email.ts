import { DomainError } from "../errors.ts";

export function cleanEmail(email: string): string {
  // oxlint-disable-next-line no-control-regex
  if (email.length > 254 || !/^[^\s@\u0000-\u001f]+@[^\s@\u0000-\u001f]+\.[^\s@\u0000-\u001f]+$/.test(email))
    throw new DomainError("invalid", "The email address is not one: give something like name@example.org.");
  return email;
}

export const emailTaken = (email: string) =>
  new DomainError("invalid", `The email address ${email} is taken; choose another.`);
