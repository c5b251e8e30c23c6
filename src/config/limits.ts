import { availableParallelism } from "node:os";

import { ConfigError, refuse } from "./checks.ts";

export type RateLimit = { requests: number; windowMs: number };
const WINDOW_MS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** More than any machine has use for; each keeps its own caches and connections. */
export const MAX_WORKERS = 64;
const MAX_POSTS_PER_HOUR = 100_000;
const MIN_STOP_SECONDS = 3;
const MAX_STOP_SECONDS = 600;
const MAX_CACHE_MB = 16_384;
const DATA_UNITS: Record<string, number> = { MB: 1e6, GB: 1e9, TB: 1e12 };

export function readPort(value: string): number {
  const number = /^\d{1,5}$/.test(value) ? Number(value) : -1;
  if (number < 0 || number > 65535) refuse("GUFFAW_PORT", value, "a number from 0 to 65535 (0 picks a free port)");
  return number;
}

/** Only Linux spreads the connections to one port over several processes. */
export function readWorkers(value: string, platform = process.platform): number {
  const canShare = platform === "linux";
  if (value === "auto") return canShare ? Math.min(availableParallelism(), MAX_WORKERS) : 1;
  const number = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (number < 1 || number > MAX_WORKERS)
    refuse("GUFFAW_WORKERS", value, `a number of processes from 1 to ${MAX_WORKERS}, or auto`);
  if (number > 1 && !canShare)
    throw new ConfigError(
      `GUFFAW_WORKERS is ${number}, but only on Linux can several processes share a port: leave it out.`,
    );
  return number;
}

export function readStopSeconds(value: string): number {
  const number = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (number < MIN_STOP_SECONDS || number > MAX_STOP_SECONDS)
    refuse("GUFFAW_STOP_SECONDS", value, `a number of seconds from ${MIN_STOP_SECONDS} to ${MAX_STOP_SECONDS}`);
  return number;
}

export function readProxies(value: string): number {
  if (!/^\d$/.test(value)) refuse("GUFFAW_PROXIES", value, "the number of proxies in front, from 0 to 9");
  return Number(value);
}

export function readApproveFirst(value: string): number {
  const number = /^\d{1,3}$/.test(value) ? Number(value) : NaN;
  if (!(number <= 100)) refuse("GUFFAW_APPROVE_FIRST", value, "a number of memes from 0 to 100");
  return number;
}

export function readPostsPerHour(name: string, value: string): number | undefined {
  if (value === "off") return undefined;
  const number = /^\d{1,6}$/.test(value) ? Number(value) : NaN;
  if (!(number >= 1 && number <= MAX_POSTS_PER_HOUR))
    refuse(name, value, `a number of memes per hour from 1 to ${MAX_POSTS_PER_HOUR}, or off`);
  return number;
}

/** Decimal units, as on the box of a disk. */
export function readAmountOfData(name: string, value: string): number | undefined {
  if (value === "off") return undefined;
  const [, amount, unit] = /^(\d{1,6}(?:\.\d{1,3})?) ?([MGT]B)$/i.exec(value) ?? [];
  const bytes = unit ? Math.round(Number(amount) * DATA_UNITS[unit.toUpperCase()]!) : 0;
  if (bytes < DATA_UNITS.MB!) refuse(name, value, "an amount of data such as 500MB, 2GB or 1.5TB, or off");
  return bytes;
}

export function readCacheSize(value: string): number {
  const number = /^\d{1,5}$/.test(value) ? Number(value) : NaN;
  if (!(number <= MAX_CACHE_MB))
    refuse("GUFFAW_CACHE_MB", value, `a number of megabytes from 0 to ${MAX_CACHE_MB} (0 keeps nothing)`);
  return number * DATA_UNITS.MB!;
}

export function readRateLimit(name: string, value: string): RateLimit | undefined {
  if (value === "off") return undefined;
  const [, requests, count, unit] = /^([1-9]\d{0,8})\/([1-9]\d{0,4})?([smhd])$/.exec(value) ?? [];
  if (!requests || !unit) refuse(name, value, "requests per time, such as 600/1m, or off");
  return { requests: Number(requests), windowMs: Number(count ?? 1) * WINDOW_MS[unit]! };
}
