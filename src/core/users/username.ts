import { DomainError } from "../errors.ts";

/** Names that a path of ours, a client or a reader would take for something else. */
const RESERVED = new Set(
  "me null undefined anonymous deleted everyone here guffaw admin administrator moderator root system support official".split(
    " ",
  ),
);

export const LEAST_USERNAME = 2;
export const MOST_USERNAME = 32;
const SHAPE = new RegExp(`^[A-Za-z0-9_.]{${LEAST_USERNAME},${MOST_USERNAME}}$`);

export const isUsername = (name: string) => SHAPE.test(name) && !/^(\d+|\.+)$/.test(name);

export function cleanUsername(name: string): string {
  if (!isUsername(name))
    throw new DomainError(
      "invalid",
      `A username has ${LEAST_USERNAME} to ${MOST_USERNAME} characters of A-Z, a-z, 0-9, _ and . only, and not digits or dots alone.`,
    );
  if (RESERVED.has(name.toLowerCase()))
    throw new DomainError("invalid", `The username ${name} is reserved; choose another.`);
  return name;
}
