import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { availableParallelism } from "node:os";

import { addresses, readConfig } from "../src/config.ts";
import { nextTime } from "../src/config/backup.ts";
import { ConfigError } from "../src/config/checks.ts";
import { readWorkers } from "../src/config/limits.ts";
import { unknownSetting } from "../src/config/variable-names.ts";
import { ROOT } from "./world.ts";

const read = (env: Record<string, string>) => readConfig(env, "/srv/guffaw");
const S3 = { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "s" };

describe("configuration", () => {
  test("needs nothing", () => {
    const config = read({});
    expect(config).toEqual({
      checkout: "/srv/guffaw",
      isService: false,
      url: undefined,
      apiUrl: undefined,
      oldApiUrl: undefined,
      host: "127.0.0.1",
      port: 8420,
      workers: 1,
      ops: { port: undefined, host: "127.0.0.1", token: undefined },
      stopSeconds: 10,
      data: "/srv/guffaw/data",
      database: { kind: "sqlite", file: "/srv/guffaw/data/guffaw.db" },
      replicas: { urls: [], maxLagMs: 100 },
      storage: { kind: "filesystem", root: "/srv/guffaw/data/images" },
      media: { url: undefined, seconds: 600 },
      backup: { schedule: undefined, to: undefined, keep: 14, access: undefined },
      rateLimit: { requests: 600, windowMs: 60_000 },
      guestLimit: { requests: 600, windowMs: 60_000 },
      valkey: undefined,
      log: "info",
      logAddress: false,
      slowQueryMs: 500,
      otlpUrl: undefined,
      starter: true,
      signup: undefined,
      mail: undefined,
      services: [],
      proxies: 0,
      approveFirst: 0,
      templates: "review",
      gifApi: "keys",
      webhooks: "public",
      postsPerHour: 100,
      postsPerHourSite: 3000,
      storagePerAccount: 2e9,
      storageTotal: undefined,
      serviceWorker: true,
      fonts: undefined,
      video: { ffmpeg: "ffmpeg", maxSeconds: 60, maxBytes: 100 * 1024 * 1024, sound: true, webm: false },
      cacheBytes: 64e6,
      given: [],
      unknown: [],
    });
    expect(addresses(config, 8420)).toEqual({
      url: "http://localhost:8420",
      apiUrl: "http://localhost:8420",
      oldApiUrl: "http://localhost:8420/api/v1",
    });
    expect(read({ GUFFAW_PORT: " ", GUFFAW_LOG: "" })).toEqual(config);
  });

  test("reads when and where backups are made", () => {
    const folder = read({ GUFFAW_BACKUP_SCHEDULE: "daily 3:30", GUFFAW_BACKUP_TO: "/mnt/b", GUFFAW_BACKUP_KEEP: "3" });
    expect(folder.backup).toEqual({
      schedule: { day: undefined, minute: 210 },
      to: { kind: "folder", path: "/mnt/b" },
      keep: 3,
      access: undefined,
    });
    const to = "s3://b/site/one/?region=eu";
    const GUFFAW_STORAGE = "s3://pics?endpoint=http://127.0.0.1:1&region=us";
    const shared = { kind: "s3", bucket: "b", prefix: "site/one", endpoint: "http://127.0.0.1:1", region: "eu" };
    const env = { GUFFAW_STORAGE, GUFFAW_BACKUP_TO: to, GUFFAW_BACKUP_SCHEDULE: "weekly Sun 04:00", ...S3 };
    expect(read(env).backup.to).toEqual({ ...shared, accessKeyId: "a", secretAccessKey: "s" } as never);
    expect(read(env).backup.schedule).toEqual({ day: 0, minute: 240 });
    const own = { GUFFAW_BACKUP_ACCESS_KEY_ID: "own", GUFFAW_BACKUP_SECRET_ACCESS_KEY: "key" };
    expect(read({ ...env, ...own }).backup.to).toEqual({
      ...shared,
      accessKeyId: "own",
      secretAccessKey: "key",
    } as never);
    expect(read({ ...own, GUFFAW_BACKUP_TO: "s3://b" }).backup.to).toMatchObject({ prefix: "", region: "us-east-1" });
  });

  test("knows the next time of a schedule, in UTC", () => {
    const next = (day: number | undefined, minute: number, now: string) =>
      new Date(nextTime({ day, minute }, Date.parse(now))).toISOString();
    expect(next(undefined, 210, "2026-11-16T03:29:59.999Z")).toBe("2026-11-16T03:30:00.000Z");
    expect(next(undefined, 210, "2026-11-16T03:30:00.000Z")).toBe("2026-11-17T03:30:00.000Z");
    expect(next(undefined, 0, "2026-12-31T23:59:00.000Z")).toBe("2027-01-01T00:00:00.000Z");
    // A Monday.
    expect(next(0, 240, "2026-11-16T12:00:00.000Z")).toBe("2026-11-22T04:00:00.000Z");
    expect(next(1, 240, "2026-11-16T03:00:00.000Z")).toBe("2026-11-16T04:00:00.000Z");
    expect(next(1, 240, "2026-11-16T05:00:00.000Z")).toBe("2026-11-23T04:00:00.000Z");
  });

  test("reads all settings", () => {
    expect(read({ GUFFAW_DATA: "/d", GUFFAW_DATABASE_URL: "sqlite:other.db" }).database).toEqual({
      kind: "sqlite",
      file: "/d/other.db",
    });
    expect(read({ GUFFAW_DATABASE_URL: "/x/y.db" }).database).toEqual({ kind: "sqlite", file: "/x/y.db" });
    expect(read({ GUFFAW_DATABASE_URL: "postgresql://u:p@h/db" }).database.kind).toBe("postgres");
    const replicas = "postgres://u:a,b@r1/db, postgres://u:p@r2/db";
    const postgres = { GUFFAW_DATABASE_URL: "postgres://u:p@h/db", GUFFAW_DATABASE_REPLICA_URL: replicas };
    expect(read({ ...postgres, GUFFAW_REPLICA_MAX_LAG_MS: "20" }).replicas).toEqual({
      urls: ["postgres://u:a,b@r1/db", "postgres://u:p@r2/db"],
      maxLagMs: 20,
    });
    expect(read({ GUFFAW_MEDIA_URL: "https://cdn.example/", GUFFAW_MEDIA_SECONDS: "60" }).media).toEqual({
      url: "https://cdn.example",
      seconds: 60,
    });
    expect(read({ GUFFAW_STORAGE: "file:/pics" }).storage).toEqual({ kind: "filesystem", root: "/pics" });
    expect(read({ GUFFAW_STORAGE: "s3://b?endpoint=http://127.0.0.1:1&region=eu", ...S3 }).storage).toMatchObject({
      kind: "s3",
      bucket: "b",
      endpoint: "http://127.0.0.1:1",
      region: "eu",
    });
    expect(read({ GUFFAW_RATE_LIMIT: "5/10s" }).rateLimit).toEqual({ requests: 5, windowMs: 10_000 });
    expect(read({ GUFFAW_RATE_LIMIT: "off" }).rateLimit).toBeUndefined();
    expect(read({ GUFFAW_GUEST_LIMIT: "90/1h" }).guestLimit).toEqual({ requests: 90, windowMs: 3_600_000 });
    expect(read({ GUFFAW_GUEST_LIMIT: "off" }).guestLimit).toBeUndefined();
    expect(read({ GUFFAW_URL: "https://m.example/x/" }).url).toBe("https://m.example/x");
    expect(read({ GUFFAW_APPROVE_FIRST: "100" }).approveFirst).toBe(100);
    expect(read({ GUFFAW_TEMPLATES: "staff" }).templates).toBe("staff");
    expect(read({ GUFFAW_GIF_API: "open" }).gifApi).toBe("open");
    expect(read({ GUFFAW_POSTS_PER_HOUR: "7" }).postsPerHour).toBe(7);
    expect(read({ GUFFAW_POSTS_PER_HOUR_SITE: "off" }).postsPerHourSite).toBeUndefined();
    expect(read({ GUFFAW_STORAGE_PER_ACCOUNT: "off" }).storagePerAccount).toBeUndefined();
    expect(read({ GUFFAW_STORAGE_PER_ACCOUNT: "500MB" }).storagePerAccount).toBe(5e8);
    expect(read({ GUFFAW_STORAGE_TOTAL: "1.5 tb" }).storageTotal).toBe(1.5e12);
    const video = { GUFFAW_FFMPEG: "off", GUFFAW_VIDEO_SECONDS: "9", GUFFAW_VIDEO_MB: "7", GUFFAW_VIDEO_SOUND: "off" };
    expect(read({ ...video, GUFFAW_WEBM: "on" }).video).toEqual({
      ffmpeg: undefined,
      maxSeconds: 9,
      maxBytes: 7 * 1024 * 1024,
      sound: false,
      webm: true,
    });
    expect(read({ GUFFAW_FFMPEG: "/opt/ffmpeg" }).video.ffmpeg).toBe("/opt/ffmpeg");
    expect(read({ GUFFAW_LOG_ADDRESS: "on" }).logAddress).toBe(true);
    expect(read({ GUFFAW_SLOW_QUERY_MS: "20" }).slowQueryMs).toBe(20);
    expect(read({ GUFFAW_SLOW_QUERY_MS: "off" }).slowQueryMs).toBeUndefined();
    expect(read({ GUFFAW_OTLP_URL: "http://localhost:4318/" }).otlpUrl).toBe("http://localhost:4318");
    expect(read({ GUFFAW_CACHE_MB: "0" }).cacheBytes).toBe(0);
    const token = "0123456789abcdef";
    expect(read({ GUFFAW_OPS_PORT: "0", GUFFAW_OPS_HOST: "::", GUFFAW_OPS_TOKEN: token }).ops).toEqual({
      port: 0,
      host: "::",
      token,
    });
    expect(read({ SYSTEMD_EXEC_PID: String(process.pid) }).isService).toBe(true);
    expect(read({ SYSTEMD_EXEC_PID: "1" }).isService).toBe(false);
    expect(read({ GUFFAW_STOP_SECONDS: "60" }).stopSeconds).toBe(60);
    const pool = { GUFFAW_DATABASE_POOL: "40", GUFFAW_DATABASE_URL: "postgres://u@h/n" };
    expect(read(pool).database).toMatchObject({ kind: "postgres", pool: 40 });
    expect(read({ GUFFAW_PROT: "1" }).unknown).toEqual(["GUFFAW_PROT"]);
  });

  test("several processes share a port on Linux only", () => {
    expect(readWorkers("3", "linux")).toBe(3);
    expect(readWorkers("auto", "linux")).toBe(Math.min(availableParallelism(), 64));
    expect(readWorkers("auto", "darwin")).toBe(1);
    expect(readWorkers("1", "darwin")).toBe(1);
    expect(() => readWorkers("2", "darwin")).toThrow("only on Linux");
  });

  test.each([
    [{ GUFFAW_PORT: "http" }],
    [{ GUFFAW_PORT: "65536" }],
    [{ GUFFAW_PORT: "-1" }],
    [{ GUFFAW_WORKERS: "0" }],
    [{ GUFFAW_WORKERS: "65" }],
    [{ GUFFAW_WORKERS: "all" }],
    [{ GUFFAW_OPS_PORT: "http" }],
    [{ GUFFAW_OPS_PORT: "8420" }],
    [{ GUFFAW_OPS_PORT: "9000", GUFFAW_PORT: "9000" }],
    [{ GUFFAW_OPS_HOST: "0.0.0.0" }],
    [{ GUFFAW_OPS_TOKEN: "pw-too-short" }],
    [{ GUFFAW_OPS_TOKEN: "pw with several spaces" }],
    [{ GUFFAW_STOP_SECONDS: "2" }],
    [{ GUFFAW_STOP_SECONDS: "601" }],
    [{ GUFFAW_STOP_SECONDS: "10s" }],
    [{ GUFFAW_DATABASE_POOL: "3", GUFFAW_DATABASE_URL: "postgres://u:pw@h/n" }],
    [{ GUFFAW_DATABASE_POOL: "1001", GUFFAW_DATABASE_URL: "postgres://u:pw@h/n" }],
    [{ GUFFAW_URL: "memes.example" }],
    [{ GUFFAW_URL: "ftp://memes.example" }],
    [{ GUFFAW_API_URL: "https://x/?q" }],
    [{ GUFFAW_OLD_API_URL: "https://user:pw@x" }],
    [{ GUFFAW_DATABASE_URL: "mysql://x/y" }],
    [{ GUFFAW_DATABASE_URL: "postgres://" }],
    [{ GUFFAW_DATABASE_URL: ":memory:" }],
    [{ GUFFAW_DATABASE_URL: "sqlite::memory:" }],
    [{ GUFFAW_DATABASE_URL: "postgres://user:pw%@host/name" }],
    [{ GUFFAW_DATABASE_URL: "postgres://us%er:pw@host/name" }],
    [{ GUFFAW_DATABASE_REPLICA_URL: "postgres://u:pw@r/db" }],
    [{ GUFFAW_DATABASE_URL: "postgres://u:p@h/db", GUFFAW_DATABASE_REPLICA_URL: "replica" }],
    [{ GUFFAW_DATABASE_URL: "postgres://u:p@h/db", GUFFAW_DATABASE_REPLICA_URL: "postgres://u:pw@r/db,postgres://" }],
    [{ GUFFAW_MEDIA_URL: "cdn.example" }],
    [{ GUFFAW_MEDIA_URL: "https://user:pw@cdn.example" }],
    [{ GUFFAW_MEDIA_SECONDS: "9" }],
    [{ GUFFAW_MEDIA_SECONDS: "1h" }],
    [{ GUFFAW_REPLICA_MAX_LAG_MS: "0" }],
    [{ GUFFAW_REPLICA_MAX_LAG_MS: "1s" }],
    [{ GUFFAW_STORAGE: "s3://AKIA:pw@b/prefix", ...S3 }],
    [{ GUFFAW_STORAGE: "s3://AKIA:p/pw@b", ...S3 }],
    [{ GUFFAW_STORAGE: "s3://AKIA:pw@b", ...S3 }],
    [{ GUFFAW_STORAGE: "s3://b?secret=pw", ...S3 }],
    [{ GUFFAW_STORAGE: "s3:AKIA:pw@b", ...S3 }],
    [{ GUFFAW_BACKUP_TO: "s3://AKIA:pw@b/x", ...S3 }],
    [{ GUFFAW_BACKUP_TO: "s3://b?secret=pw", ...S3 }],
    [{ GUFFAW_URL: "https://m.example", GUFFAW_OLD_API_URL: "https://m.example/v1/" }],
    [{ GUFFAW_URL: "https://m.example", GUFFAW_API_URL: "http://M.example/api" }],
    [{ GUFFAW_API_URL: "https://api.example", GUFFAW_OLD_API_URL: "https://api.example/v1" }],
    [{ GUFFAW_OLD_API_URL: "http://localhost:8420/v1" }],
    [{ GUFFAW_STORAGE: "ftp:x" }],
    [{ GUFFAW_BACKUP_SCHEDULE: "daily 03:30" }],
    [{ GUFFAW_BACKUP_SCHEDULE: "daily", GUFFAW_BACKUP_TO: "/b" }],
    [{ GUFFAW_BACKUP_SCHEDULE: "daily 24:00", GUFFAW_BACKUP_TO: "/b" }],
    [{ GUFFAW_BACKUP_SCHEDULE: "weekly 03:30", GUFFAW_BACKUP_TO: "/b" }],
    [{ GUFFAW_BACKUP_SCHEDULE: "weekly xyz 03:30", GUFFAW_BACKUP_TO: "/b" }],
    [{ GUFFAW_BACKUP_SCHEDULE: "30 3 * * *", GUFFAW_BACKUP_TO: "/b" }],
    [{ GUFFAW_BACKUP_TO: "backups" }],
    [{ GUFFAW_BACKUP_TO: "~/backups" }],
    [{ GUFFAW_BACKUP_TO: "s3://b" }],
    [{ GUFFAW_BACKUP_TO: "s3://", ...S3 }],
    [{ GUFFAW_BACKUP_TO: "s3://b/../c", GUFFAW_BACKUP_ACCESS_KEY_ID: "a" }],
    [{ GUFFAW_BACKUP_TO: "s3://b/a b", ...S3 }],
    [{ GUFFAW_BACKUP_TO: "s3://b?zone=1", ...S3 }],
    [{ GUFFAW_BACKUP_TO: "ftp://b", ...S3 }],
    [{ GUFFAW_BACKUP_KEEP: "0" }],
    [{ GUFFAW_BACKUP_KEEP: "all" }],
    [{ GUFFAW_STORAGE: "s3://", ...S3 }],
    [{ GUFFAW_STORAGE: "s3://b" }],
    [{ GUFFAW_STORAGE: "s3://b?zone=1", ...S3 }],
    [{ GUFFAW_RATE_LIMIT: "600" }],
    [{ GUFFAW_POSTS_PER_HOUR: "0" }],
    [{ GUFFAW_POSTS_PER_HOUR: "100/1h" }],
    [{ GUFFAW_POSTS_PER_HOUR_SITE: "100001" }],
    [{ GUFFAW_STORAGE_PER_ACCOUNT: "2" }],
    [{ GUFFAW_STORAGE_PER_ACCOUNT: "0GB" }],
    [{ GUFFAW_STORAGE_TOTAL: "-1GB" }],
    [{ GUFFAW_CACHE_MB: "64MB" }],
    [{ GUFFAW_CACHE_MB: "16385" }],
    [{ GUFFAW_RATE_LIMIT: "0/1m" }],
    [{ GUFFAW_GUEST_LIMIT: "none" }],
    [{ GUFFAW_LOG: "loud" }],
    [{ GUFFAW_LOG_ADDRESS: "yes" }],
    [{ GUFFAW_SLOW_QUERY_MS: "0" }],
    [{ GUFFAW_OTLP_URL: "localhost:4318" }],
    [{ GUFFAW_OTLP_URL: "http://user:pw@localhost:4318" }],
    [{ GUFFAW_SLOW_QUERY_MS: "1s" }],
    [{ GUFFAW_SLOW_QUERY_MS: "60001" }],
    [{ GUFFAW_STARTER: "yes" }],
    [{ GUFFAW_APPROVE_FIRST: "-1" }],
    [{ GUFFAW_APPROVE_FIRST: "101" }],
    [{ GUFFAW_APPROVE_FIRST: "few" }],
    [{ GUFFAW_TEMPLATES: "everyone" }],
    [{ GUFFAW_GIF_API: "on" }],
    [{ GUFFAW_OIDC_GOOGLE_CLIENT_ID: "id" }],
    [{ GUFFAW_OIDC_GITHUB_CLIENT_SECRET: "pw" }],
    [{ GUFFAW_OIDC_GOOGLE_SECRET: "pw" }],
    [{ GUFFAW_OIDC_google_CLIENT_SECRET: "pw" }],
    [{ GUFFAW_OIDC_CLIENT_SECRET: "pw" }],
    [{ GUFFAW_OIDC_A__CLIENT_SECRET: "pw" }],
    [{ GUFFAW_OIDC_PASSKEY_CLIENT_SECRET: "pw" }],
    [{ [`GUFFAW_OIDC_${"A".repeat(33)}_CLIENT_SECRET`]: "pw" }],
    [{ GUFFAW_OIDC_HOME_CLIENT_ID: "id", GUFFAW_OIDC_HOME_CLIENT_SECRET: "pw" }],
    [{ GUFFAW_OIDC_HOME_ISSUER: "https://id.example", GUFFAW_OIDC_HOME_CLIENT_SECRET: "pw" }],
    [{ GUFFAW_OIDC_HOME_ISSUER: "http://id.example", GUFFAW_OIDC_HOME_CLIENT_ID: "id" }],
    [{ GUFFAW_OIDC_HOME_ISSUER: "https://user:pw@id.example", GUFFAW_OIDC_HOME_CLIENT_ID: "id" }],
    [{ GUFFAW_OIDC_HOME_ISSUER: "id.example", GUFFAW_OIDC_HOME_CLIENT_ID: "id" }],
    [{ GUFFAW_OIDC_HOME_ISSUER: "https://id.example?realm=pw", GUFFAW_OIDC_HOME_CLIENT_ID: "id" }],
    [
      {
        GUFFAW_OIDC_HOME_ISSUER: "https://id.example",
        GUFFAW_OIDC_HOME_CLIENT_ID: "id",
        GUFFAW_OIDC_HOME_LABEL: "x".repeat(41),
      },
    ],
  ] as [Record<string, string>][])("stops with one sentence on %j", (env) => {
    let said = "";
    try {
      read(env);
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      said = (error as Error).message;
    }
    expect(said).toMatch(/^GUFFAW_\w+ .+[.]$/s);
    expect(said).not.toContain("pw");
  });

  test("reads sign-in services, sorted by name", () => {
    const env = {
      GUFFAW_OIDC_MY_HOME_ISSUER: "https://id.example/realms/home/",
      GUFFAW_OIDC_MY_HOME_CLIENT_ID: "guffaw",
      GUFFAW_OIDC_MY_HOME_LABEL: "Home & Co",
      GUFFAW_OIDC_GITHUB_CLIENT_ID: "one",
      GUFFAW_OIDC_GITHUB_CLIENT_SECRET: "two",
      GUFFAW_OIDC_LOCAL_ISSUER: "http://localhost:1",
      GUFFAW_OIDC_LOCAL_CLIENT_ID: "guffaw",
      GUFFAW_OIDC_LOCAL_CLIENT_SECRET: " ",
      GUFFAW_OIDC_UNUSED_LABEL: "",
    };
    expect(read(env)).toMatchObject({
      unknown: [],
      services: [
        {
          name: "github",
          kind: "github",
          label: "GitHub",
          issuer: "https://github.com",
          clientId: "one",
          clientSecret: "two",
        },
        { name: "local", kind: "oidc", label: "Local", issuer: "http://localhost:1", clientSecret: undefined },
        { name: "my_home", kind: "oidc", label: "Home & Co", issuer: "https://id.example/realms/home/" },
      ],
    });
    for (const name of ["DISCORD", "GOOGLE"]) {
      const given = { [`GUFFAW_OIDC_${name}_CLIENT_ID`]: "id", [`GUFFAW_OIDC_${name}_CLIENT_SECRET`]: "secret" };
      expect(read(given).services).toMatchObject([
        { name: name.toLowerCase(), issuer: expect.stringMatching(/^https:/) },
      ]);
    }
  });

  test("reports names that were meant to be settings", () => {
    for (const [name, meant] of [
      ["GUFFAW_PROT", "GUFFAW_PORT"],
      ["GUFAW_PORT", "GUFFAW_PORT"],
      ["GUFFWA_HOST", "GUFFAW_HOST"],
      ["guffaw_port", "GUFFAW_PORT"],
      ["GUFFAWPORT", "GUFFAW_PORT"],
    ] as const) {
      expect(read({ [name]: "1" }).unknown).toEqual([name]);
      expect(unknownSetting(name)).toContain(`did you mean ${meant}?`);
    }
    expect(read({ GUFW_PORT: "1", GRAFANA_PORT: "1", PORT: "1", GUFFAW_PORT: "1" }).unknown).toEqual([]);
  });

  test("a path that only a shell understands is refused", () => {
    for (const name of ["GUFFAW_DATA", "GUFFAW_DATABASE_URL", "GUFFAW_STORAGE"])
      for (const path of ["~/x", "~ann/x"]) {
        const value = { GUFFAW_DATA: path, GUFFAW_DATABASE_URL: `sqlite:${path}`, GUFFAW_STORAGE: `file:${path}` }[
          name
        ]!;
        expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} .*write the full path`));
      }
  });

  test("a relative data folder is in the checkout", () => {
    expect(read({ GUFFAW_DATA: "./there" })).toMatchObject({
      data: "/srv/guffaw/there",
      database: { file: "/srv/guffaw/there/guffaw.db" },
    });
  });

  test("says which half of the mail settings is missing", () => {
    expect(() => read({ GUFFAW_MAIL_FROM: "a@b.example" })).toThrow(
      /^GUFFAW_SMTP_URL is missing: .+@ as %40.+ or leave GUFFAW_MAIL_FROM out too\.$/,
    );
    expect(() => read({ GUFFAW_SMTP_URL: "smtp://h:25" })).toThrow(/^GUFFAW_MAIL_FROM is missing: give the sender/);
    const both = { GUFFAW_SMTP_URL: "x", GUFFAW_MAIL_FROM: "a@b.example" };
    expect(() => read(both)).toThrow(
      /^GUFFAW_SMTP_URL is not the address of a mail server: use [^;]+ and % as %25\)\.$/,
    );
  });

  test("takes the address of a Valkey or Redis server, and never repeats a wrong one", () => {
    const valkey = (url: string) => read({ GUFFAW_VALKEY_URL: url }).valkey;
    expect(valkey("valkey://cache:6379")).toBe("redis://cache:6379");
    expect(valkey("valkeys://u:p%23s@cache/1")).toBe("rediss://u:p%23s@cache/1");
    expect(valkey("redis://[::1]:6380")).toBe("redis://[::1]:6380");
    for (const wrong of ["cache:6379", "http://cache", "redis://", "redis://cache/db", "redis://u:se#cret@cache"]) {
      expect(() => valkey(wrong)).toThrow(/^GUFFAW_VALKEY_URL is not the address of a Valkey or Redis server: use/);
      expect(() => valkey(wrong)).not.toThrow(/cret/);
    }
    expect(() => valkey("redis://u:100%@cache")).toThrow("write % as %25");
  });

  test("says how to write a percent sign, and reports roots that collide", () => {
    expect(() => read({ GUFFAW_DATABASE_URL: "postgres://u:100%@h/n" })).toThrow("write % as %25");
    expect(read({ GUFFAW_DATABASE_URL: "postgres://u:100%25@h/n" }).database.kind).toBe("postgres");
    const mail = (url: string) => read({ GUFFAW_SMTP_URL: url, GUFFAW_MAIL_FROM: "a@b.example" }).mail;
    expect(() => mail("smtp://user:p%s@127.0.0.1:1")).toThrow("write % as %25");
    expect(mail("smtp://user:p%25s@127.0.0.1:1")?.url).toContain("p%25s");
    expect(mail("smtps://mail.example/?pool=true")?.url).toContain("pool");
    for (const password of ["p#s", "p/s", "1#s", "1/s", "p?s", "1?s"]) {
      expect(() => mail(`smtp://user:${password}@127.0.0.1:1`)).toThrow(/# as %23, \/ as %2F/);
      expect(() => read({ GUFFAW_DATABASE_URL: `postgres://u:${password}@h/n` })).toThrow(/# as %23, \/ as %2F/);
    }
    expect(() => read({ GUFFAW_OLD_API_URL: "http://localhost:8420/v1" })).toThrow("point to the same place");
    const apart = { GUFFAW_API_URL: "https://api.example", GUFFAW_OLD_API_URL: "https://old.example/v1" };
    expect(read(apart)).toMatchObject({ apiUrl: "https://api.example", oldApiUrl: "https://old.example/v1" });
  });

  test.each([
    ["127.0.0.1", "http://localhost:1"],
    ["::", "http://localhost:1"],
    ["192.168.1.7", "http://192.168.1.7:1"],
    ["memes.lan", "http://memes.lan:1"],
    ["fd00::7", "http://[fd00::7]:1"],
    ["fe80::1%eth0", "http://localhost:1"],
  ])("listening on %s, its address is %s", (host, url) => {
    expect(addresses(read({ GUFFAW_HOST: host }), 1).url).toBe(url);
    expect(addresses(read({ GUFFAW_HOST: host, GUFFAW_URL: "https://m.example" }), 1).url).toBe("https://m.example");
  });

  test("every variable is in .env.example and in docs/operating.md", async () => {
    const files = ["src/config.ts", ...new Glob("src/config/*.ts").scanSync(ROOT)];
    const sources = await Promise.all(files.map((file) => Bun.file(`${ROOT}/${file}`).text()));
    const names = new Set(sources.join("\n").match(/GUFFAW_[A-Z_]+[A-Z]/g));
    expect(names.size).toBeGreaterThanOrEqual(25);
    const [template, guide] = await Promise.all(
      [".env.example", "docs/operating.md"].map((file) => Bun.file(`${ROOT}/${file}`).text()),
    );
    for (const name of names) expect(template).toContain(name);
    const isOfService = (name: string) => name.startsWith("GUFFAW_OIDC");
    for (const name of names) expect(guide).toContain(isOfService(name) ? name : `\n| \`${name}\` `);
    // Their names depend on the name of the service.
    for (const file of [".env.example", "docs/operating.md"])
      for (const name of ["NAME_ISSUER", "NAME_CLIENT_ID", "NAME_CLIENT_SECRET", "NAME_LABEL", "GOOGLE_CLIENT_ID"])
        expect(await Bun.file(`${ROOT}/${file}`).text(), file).toContain(`GUFFAW_OIDC_${name}`);
  });
});
