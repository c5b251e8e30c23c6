import { isAbsolute, join } from "node:path";

import { ConfigError, type Env, refuse, withoutSecrets, readAddress, requirePath } from "./checks.ts";

export type StorageConfig =
  | { kind: "filesystem"; root: string }
  | {
      kind: "s3";
      bucket: string;
      endpoint?: string;
      region: string;
      accessKeyId: string;
      secretAccessKey: string;
      sessionToken?: string;
    };

export function readStorage(value: string, data: string, env: Env): StorageConfig {
  if (value.startsWith("file:")) {
    const path = value.slice("file:".length).replace(/^\/\/(?=\/)/, "");
    requirePath("GUFFAW_STORAGE", path);
    return { kind: "filesystem", root: path ? (isAbsolute(path) ? path : join(data, path)) : join(data, "images") };
  }
  const url = value.startsWith("s3://") && URL.canParse(value) ? new URL(value) : undefined;
  if (!url?.hostname || (url.pathname !== "" && url.pathname !== "/"))
    refuse("GUFFAW_STORAGE", withoutSecrets(value), "file: (a folder) or s3://bucket?endpoint=…&region=…");
  if (url.username || url.password)
    throw new ConfigError(
      "GUFFAW_STORAGE has keys in it, which belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: use s3://bucket?endpoint=…&region=….",
    );
  const stray = [...url.searchParams.keys()].find((key) => key !== "endpoint" && key !== "region");
  if (stray)
    refuse("GUFFAW_STORAGE", withoutSecrets(value), `only endpoint and region after the bucket (not ${stray})`);
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey)
    throw new ConfigError("GUFFAW_STORAGE is on S3, so AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set too.");
  return {
    kind: "s3",
    bucket: url.hostname,
    endpoint: readAddress("GUFFAW_STORAGE endpoint", url.searchParams.get("endpoint") ?? undefined),
    region: url.searchParams.get("region") ?? env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? "us-east-1",
    accessKeyId,
    secretAccessKey,
    sessionToken: env.AWS_SESSION_TOKEN || undefined,
  };
}
