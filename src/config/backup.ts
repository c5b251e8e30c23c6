import { isAbsolute } from "node:path";

import { ConfigError, type Env, readAddress, refuse, requirePath, withoutSecrets } from "./checks.ts";
import type { StorageConfig } from "./storage.ts";

/** Where backups go. */
export type BackupTarget = { kind: "folder"; path: string } | ({ kind: "s3"; bucket: string; prefix: string } & Access);

/** How to reach an S3 server. */
interface Access {
  endpoint?: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/** When backups are made, in UTC. */
export interface Schedule {
  /** 0 is Sunday; undefined means every day. */
  day: number | undefined;
  /** Since midnight. */
  minute: number;
}

export interface BackupConfig {
  /** If undefined, the server makes none. */
  schedule: Schedule | undefined;
  to: BackupTarget | undefined;
  keep: number;
  /** For addresses that say only the bucket. Undefined if there are no keys. */
  access: Access | undefined;
}

export const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const DAY_MINUTES = 24 * 60;

export function readBackup(env: Env, storage: StorageConfig): BackupConfig {
  const get = (name: string) => env[name]?.trim() || undefined;
  const access = readAccess(env, storage);
  const [when, where] = [get("GUFFAW_BACKUP_SCHEDULE"), get("GUFFAW_BACKUP_TO")];
  if (when !== undefined && where === undefined)
    throw new ConfigError("GUFFAW_BACKUP_SCHEDULE is set, so GUFFAW_BACKUP_TO must be set too: a folder, or s3://….");
  const to = where === undefined ? undefined : readBackupTarget("GUFFAW_BACKUP_TO", where, access);
  if (to?.kind === "folder" && !isAbsolute(to.path))
    refuse("GUFFAW_BACKUP_TO", where!, "the full path of a folder, or s3://bucket/folder");
  return {
    schedule: when === undefined ? undefined : readSchedule(when),
    to,
    keep: readKeep(get("GUFFAW_BACKUP_KEEP") ?? "14"),
    access,
  };
}

function readKeep(value: string): number {
  const keep = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (keep < 1 || keep > 10_000) refuse("GUFFAW_BACKUP_KEEP", value, "a whole number from 1 to 10000");
  return keep;
}

function readSchedule(value: string): Schedule {
  const [, , name, hours, minutes] = /^(daily|weekly +([a-z]{3})) +(\d\d?):(\d\d)$/i.exec(value) ?? [];
  const day = name === undefined ? undefined : DAYS.indexOf(name.toLowerCase());
  if (hours === undefined || day === -1 || Number(hours) > 23 || Number(minutes) > 59)
    refuse("GUFFAW_BACKUP_SCHEDULE", value, "a time in UTC, such as daily 03:30 or weekly sun 04:00");
  return { day, minute: Number(hours) * 60 + Number(minutes) };
}

/** The first time after `now`, in milliseconds. */
export function nextTime({ day, minute }: Schedule, now: number): number {
  const midnight = Math.floor(now / 86_400_000) * 86_400_000;
  for (let days = 0; ; days++) {
    const at = midnight + (days * DAY_MINUTES + minute) * 60_000;
    if (at > now && (day === undefined || new Date(at).getUTCDay() === day)) return at;
  }
}

/** The keys for backups or, if there are none, those of the images. */
function readAccess(env: Env, storage: StorageConfig): Access | undefined {
  const [id, secret] = [env.GUFFAW_BACKUP_ACCESS_KEY_ID?.trim(), env.GUFFAW_BACKUP_SECRET_ACCESS_KEY?.trim()];
  if (!id !== !secret)
    throw new ConfigError(
      "GUFFAW_BACKUP_ACCESS_KEY_ID and GUFFAW_BACKUP_SECRET_ACCESS_KEY belong together: set both, or neither.",
    );
  const images = storage.kind === "s3" ? storage : undefined;
  const region = images?.region ?? env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? "us-east-1";
  const server = { endpoint: images?.endpoint, region };
  if (id && secret) return { ...server, accessKeyId: id, secretAccessKey: secret };
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey) return undefined;
  return { ...server, accessKeyId, secretAccessKey, sessionToken: env.AWS_SESSION_TOKEN || undefined };
}

const PREFIX = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/(?!$)|$))*$/;

/** A folder, or s3://bucket/folder?endpoint=…&region=…; the server defaults to that of the images. */
export function readBackupTarget(name: string, value: string, access: Access | undefined): BackupTarget {
  if (!/^[a-z0-9+.-]+:\/\//i.test(value)) return { kind: "folder", path: requirePath(name, value) };
  const url = value.startsWith("s3://") && URL.canParse(value) ? new URL(value) : undefined;
  const prefix = url?.pathname.replace(/^\/|\/$/g, "") ?? "";
  const stray = [...(url?.searchParams.keys() ?? [])].some((key) => key !== "endpoint" && key !== "region");
  if (!url?.hostname || url.username || url.password || url.hash || stray || !PREFIX.test(prefix))
    refuse(name, withoutSecrets(value), "a folder, or s3://bucket/folder?endpoint=…&region=…, without keys in it");
  if (!access)
    throw new ConfigError(
      `${name} is on S3, so GUFFAW_BACKUP_ACCESS_KEY_ID and GUFFAW_BACKUP_SECRET_ACCESS_KEY must be set, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    );
  const endpoint = readAddress(`${name} endpoint`, url.searchParams.get("endpoint") ?? undefined);
  return {
    ...access,
    kind: "s3",
    bucket: url.hostname,
    prefix,
    endpoint: endpoint ?? access.endpoint,
    region: url.searchParams.get("region") ?? access.region,
  };
}

/** The settings as the operator wrote them, for /admin. */
export const scheduleText = ({ day, minute }: Schedule) => {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${day === undefined ? "daily" : `weekly ${DAYS[day]}`} ${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
};
