import { InvalidInput, NotFound } from "./errors.ts";

/**
 * An id as a part of a path. Anything else would lead elsewhere (`..`, `random`), so it is not sent: nothing has such an
 * id, and the answer would be the same.
 */
export function idOf(id: string): string {
  if (typeof id !== "string") throw new InvalidInput(`An id is a string of digits, and not ${kindOf(id)}.`);
  if (/^\d+$/.test(id)) return id;
  throw notFound(`Nothing has the id "${id}": ids are digits.`);
}

/** A name or an id as a part of a path: what names are made of, and nothing that is a path of its own. */
export function userOf(nameOrId: string): string {
  if (typeof nameOrId !== "string") throw new InvalidInput(`A user is a name or an id, and not ${kindOf(nameOrId)}.`);
  if (/^(?!\.+$)[A-Za-z0-9_.]+$/.test(nameOrId)) return nameOrId;
  throw notFound(`Nobody is called "${nameOrId}": names are made of A-Z, a-z, 0-9, _ and .`);
}

const notFound = (message: string) => new NotFound(message, { status: 404, code: "not_found" });
const kindOf = (value: unknown) => (value === null ? "null" : typeof value);

/** An address without what is after its path. */
export function rootOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    throw new InvalidInput(`"${address}" is not an address: give one such as https://memes.example.org.`);
  // Not repeated in the message: it would end in a log.
  if (url.username || url.password) throw new InvalidInput("An address with a name and a password in it is not taken.");
  return (url.origin + url.pathname).replace(/\/+$/, "");
}
