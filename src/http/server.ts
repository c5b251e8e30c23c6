import type { Addresses } from "../config.ts";
import type { ProcessGroup } from "../processes/process-group.ts";
import type { Services } from "../services.ts";
import { ProxyWatch } from "./forwarded.ts";
import type { Gate } from "./gate.ts";
import { GuestLimit } from "./guest-limit.ts";
import { KnownSite } from "./known-site.ts";
import { NodeCounts } from "./node-counts.ts";
import { RateLimiter, type LimiterOf } from "./rate-limit.ts";
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
  /** A limiter whose allowances all processes of the group, and through Valkey all nodes, count together. */
  limiterOf: LimiterOf;
  proxy: ProxyWatch;
  known: KnownSite;
  /** The processes that share our port. */
  group: ProcessGroup;
}

export function openServer(services: Services, addresses: Addresses, gate: Gate, group: ProcessGroup): Server {
  const { config, clock, log, valkey } = services;
  const nodes = valkey && new NodeCounts(valkey, clock);
  const limiterOf: LimiterOf = (kind, limit) => new RateLimiter(limit, group.momentsOf(kind), nodes?.of(kind, limit));
  return {
    services,
    addresses,
    gate,
    guests: new GuestLimit(config, clock, log, limiterOf),
    keyLimit: config.rateLimit && limiterOf("key", config.rateLimit),
    formLimit: config.rateLimit && limiterOf("form", config.rateLimit),
    uploads: new UploadSlots(group),
    limiterOf,
    proxy: new ProxyWatch(services),
    known: new KnownSite(services),
    group,
  };
}
