import type { Addresses } from "../config.ts";
import type { Services } from "../services.ts";
import { ProxyWatch } from "./forwarded.ts";
import type { Gate } from "./gate.ts";
import { GuestLimit } from "./guest-limit.ts";
import { RateLimiter } from "./rate-limit.ts";
import { UploadSlots } from "./upload-slots.ts";

/** What all faces of one server share: services, addresses, and the counters that outlive a request. */
export interface Server {
  services: Services;
  addresses: Addresses;
  /** Decides when requests start. */
  gate: Gate;
  /** Limits requests of guests, per network. */
  guests: GuestLimit;
  /** Limits requests with a key, per account. */
  keyLimit: RateLimiter | undefined;
  /**
   * Limits forms sent while signed in, per account. Separate from keys: a stolen key must not keep its owner from
   * revoking it.
   */
  formLimit: RateLimiter | undefined;
  /** Memory for uploads. */
  uploads: UploadSlots;
  proxy: ProxyWatch;
}

export function openServer(services: Services, addresses: Addresses, gate: Gate): Server {
  const { config, clock, log } = services;
  const limiter = () => config.rateLimit && new RateLimiter(config.rateLimit);
  return {
    services,
    addresses,
    gate,
    guests: new GuestLimit(config, clock, log),
    keyLimit: limiter(),
    formLimit: limiter(),
    uploads: new UploadSlots(),
    proxy: new ProxyWatch(services),
  };
}
