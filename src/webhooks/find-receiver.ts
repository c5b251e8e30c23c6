import { lookup } from "node:dns/promises";
import { isIP } from "node:net";

import { withDeadline } from "../deadline.ts";
import { message, type Message } from "../words/messages.ts";
import { isPublic } from "./public-address.ts";

/** Why a message could not be delivered, for the owner of the webhook. */
export class DeliveryError extends Error {
  constructor(readonly sentence: Message) {
    super(sentence.key);
  }
}

/** Where to connect to. */
export interface Receiver {
  /** IP address. */
  address: string;
  /** As certificates have it; undefined if the URL has no name. */
  name: string | undefined;
  port: number;
  isSecure: boolean;
}

const LOOKUP_MS = 5000;

/**
 * Resolves the name once: whoever connects to the answer cannot be led elsewhere by a second one. A name with a private
 * address among others is refused as a whole.
 */
export async function findReceiver(url: URL, { allowsPrivate }: { allowsPrivate: boolean }): Promise<Receiver> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isName = isIP(host) === 0;
  const addresses = isName ? await resolve(host) : [host];
  if (!allowsPrivate && !addresses.every(isPublic)) throw new DeliveryError(message("webhooks.not-public", { host }));
  const isSecure = url.protocol === "https:";
  return {
    // Version 6 does not work everywhere where names have such addresses.
    address: addresses.find((one) => isIP(one) === 4) ?? addresses[0]!,
    name: isName ? host : undefined,
    port: Number(url.port || (isSecure ? 443 : 80)),
    isSecure,
  };
}

async function resolve(host: string): Promise<string[]> {
  const found = await withDeadline(lookup(host, { all: true }), LOOKUP_MS, host).catch(() => []);
  if (found.length === 0) throw new DeliveryError(message("webhooks.no-such-host", { host }));
  return found.map(({ address }) => address);
}
