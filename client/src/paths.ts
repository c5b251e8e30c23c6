import { InvalidInput } from "./errors.ts";

/** An id as a part of a path. Whatever else is given would lead elsewhere: `..`, nothing at all, or `random`. */
export function idOf(id: string): string {
  if (typeof id === "string" && /^\d+$/.test(id)) return id;
  throw new InvalidInput(`"${String(id)}" is not an id: ids are strings of digits.`);
}

/** A name or an id as a part of a path: what names are made of, and nothing that is a path of its own. */
export function userOf(nameOrId: string): string {
  if (typeof nameOrId === "string" && /^(?!\.+$)[A-Za-z0-9_.]+$/.test(nameOrId)) return nameOrId;
  throw new InvalidInput(`"${String(nameOrId)}" is nobody's name or id: names are made of A-Z, a-z, 0-9, _ and .`);
}

/** An address without what is after its path. */
export function rootOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    throw new InvalidInput(`"${address}" is not an address: give one such as https://memes.example.org.`);
  // Not repeated in the message: it would end in a log.
  if (url.username || url.password) throw new InvalidInput("An address with a name and a password in it is not taken.");
  return (url.origin + url.pathname).replace(/\/+$/, "");
}
