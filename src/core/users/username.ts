import { message } from "../../words/messages.ts";
import { DomainError } from "../../errors.ts";

/** Names that one of our paths, a client or a reader could mistake for something else. */
const RESERVED = new Set(
  "me null undefined anonymous deleted everyone here guffaw admin administrator moderator root system support official operator".split(
    " ",
  ),
);

export const MIN_USERNAME = 2;
export const MAX_USERNAME = 32;
const SHAPE = new RegExp(`^[A-Za-z0-9_.]{${MIN_USERNAME},${MAX_USERNAME}}$`);

export const isUsername = (name: string) => SHAPE.test(name) && !/^(\d+|\.+)$/.test(name);

export function cleanUsername(name: string): string {
  if (!isUsername(name))
    throw new DomainError("invalid", message("error.bad-username", { least: MIN_USERNAME, most: MAX_USERNAME }), {
      field: "username",
    });
  if (RESERVED.has(name.toLowerCase()))
    throw new DomainError("invalid", message("error.username-reserved", { name }), { field: "username" });
  return name;
}
