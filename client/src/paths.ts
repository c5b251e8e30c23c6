import { InvalidInput, NotFound } from "./errors.ts";

/**
 * An id as a path segment. Anything else could lead elsewhere (`..`, `random`), so it is not sent: nothing has such an id,
 * and the answer would be the same.
 */
export function idOf(id: string): string {
  if (typeof id !== "string") throw new InvalidInput(`An id must be a string of digits, not ${kindOf(id)}.`);
  if (/^\d+$/.test(id)) return id;
  throw notFound(`Nothing has the id "${id}": ids are digits.`);
}

/** A name or an id as a path segment: only characters of names, and nothing that has a meaning in a path. */
export function userOf(nameOrId: string): string {
  if (typeof nameOrId !== "string") throw new InvalidInput(`A user must be a name or an id, not ${kindOf(nameOrId)}.`);
  if (/^(?!\.+$)[A-Za-z0-9_.]+$/.test(nameOrId)) return nameOrId;
  throw notFound(`Nobody is called "${nameOrId}": names contain only A-Z, a-z, 0-9, _ and .`);
}

/** The key of a shared collection, alone or at the end of its address, as a path segment. */
export function shareKeyOf(address: string): string {
  if (typeof address !== "string") throw new InvalidInput(`An address must be a string, not ${kindOf(address)}.`);
  const key = address.split("/").at(-1)!;
  if (/^[\w-]{32}$/.test(key)) return key;
  throw notFound(`Nobody shares "${address}".`);
}

/** A tag as a path segment, with or without its #. */
export function tagOf(name: string): string {
  if (typeof name !== "string") throw new InvalidInput(`A tag must be a word, not ${kindOf(name)}.`);
  const word = name.replace(/^#/, "");
  if (/^[\p{L}\p{M}\p{N}_]+$/u.test(word)) return encodeURIComponent(word);
  throw notFound(`"${name}" isn't a tag: tags contain only letters, digits and _.`);
}

const notFound = (message: string) => new NotFound(message, { status: 404, code: "not_found" });
const kindOf = (value: unknown) => (value === null ? "null" : typeof value);

/** An address without its query, hash and trailing slashes. */
export function rootOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    throw new InvalidInput(`"${address}" is not a web address: use one such as https://memes.example.org.`);
  // Keep it out of the message, which may end up in a log.
  if (url.username || url.password) throw new InvalidInput("The address must not contain a username or password.");
  return (url.origin + url.pathname).replace(/\/+$/, "");
}
