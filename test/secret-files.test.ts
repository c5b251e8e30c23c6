import { expect, test } from "bun:test";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { addresses, readConfig } from "../src/config.ts";
import { secretsOf, settingsOf } from "../src/config-summary.ts";
import { guffaw, guffawAs } from "./cli/guffaw.ts";
import { canBeNobody, NOBODY } from "./cli/nobody.ts";
import { freshFolder } from "./folders.ts";

const folder = freshFolder("secrets");
const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const read = (env: Record<string, string>) => readConfig(env, folder);

test("every secret can come from a file", () => {
  const config = read({
    GUFFAW_DATABASE_URL_FILE: file("database", "postgres://u:pw@h/n\n"),
    GUFFAW_SMTP_URL_FILE: file("smtp", "smtps://u:mailpw@mail.example"),
    GUFFAW_MAIL_FROM: "a@b.example",
    GUFFAW_STORAGE: "s3://bucket",
    AWS_ACCESS_KEY_ID_FILE: file("id", "key-id\r\n"),
    AWS_SECRET_ACCESS_KEY_FILE: file("key", "key-secret"),
    AWS_SESSION_TOKEN_FILE: file("session", "session-token"),
    GUFFAW_OPS_TOKEN_FILE: file("ops", "0123456789abcdef\n"),
    GUFFAW_OIDC_GITHUB_CLIENT_ID: "one",
    GUFFAW_OIDC_GITHUB_CLIENT_SECRET_FILE: file("github", "client-secret"),
    // Empty means not set, and a relative path starts at the checkout.
    GUFFAW_OIDC_GOOGLE_CLIENT_SECRET_FILE: " ",
  });
  expect(config).toMatchObject({
    database: { url: "postgres://u:pw@h/n" },
    mail: { url: "smtps://u:mailpw@mail.example" },
    storage: { accessKeyId: "key-id", secretAccessKey: "key-secret", sessionToken: "session-token" },
    ops: { token: "0123456789abcdef" },
    services: [{ clientSecret: "client-secret" }],
    unknown: [],
  });
  expect(read({ GUFFAW_OPS_TOKEN_FILE: "ops" }).ops.token).toBe("0123456789abcdef");
  const shown = settingsOf(config, addresses(config, 1));
  expect(shown.find(({ name }) => name === "GUFFAW_OPS_TOKEN")).toMatchObject({ secret: true, given: true });
  for (const secret of secretsOf(config)) expect(JSON.stringify(shown)).not.toContain(secret);
});

test("a file that cannot be used is explained in one sentence", async () => {
  const problem = async (env: Record<string, string>) => {
    const { code, stderr } = await guffaw(["user", "show", "ann"], { env });
    expect(code).toBe(1);
    return stderr;
  };
  const both = { GUFFAW_DATABASE_URL: "postgres://u:pw@h/n", GUFFAW_DATABASE_URL_FILE: file("other", "x") };
  expect(await problem(both)).toBe(
    "guffaw: GUFFAW_DATABASE_URL and GUFFAW_DATABASE_URL_FILE are both set: keep one of them.\n",
  );
  expect(await problem({ GUFFAW_SMTP_URL_FILE: join(folder, "none") })).toBe(
    `guffaw: GUFFAW_SMTP_URL_FILE names ${folder}/none, which does not exist: create it, or correct the path.\n`,
  );
  expect(await problem({ GUFFAW_SMTP_URL_FILE: folder })).toContain("is a folder");
  expect(await problem({ GUFFAW_SMTP_URL_FILE: file("empty", "\n") })).toContain("is empty");
  expect(await problem({ GUFFAW_SMTP_URL_FILE: file("lines", "smtp://pw\nsmtp://pw") })).toMatch(
    /^guffaw: [^\n]+ has more than one line: keep only the value\.\n$/,
  );
  expect(await problem({ GUFFAW_SMTP_URL_FILE: "~/smtp" })).toContain("write the full path");
  // What is no secret has no file.
  expect(read({ GUFFAW_LOG_FILE: "/var/log/guffaw.log" }).unknown).toEqual(["GUFFAW_LOG_FILE"]);
});

test.if(canBeNobody)("a file that another user may not read is refused", async () => {
  const secret = file("private", "smtp://h");
  chmodSync(secret, 0o600);
  chmodSync(folder, 0o755);
  const [run] = await guffawAs(NOBODY, [{ args: ["user", "show", "ann"], env: { GUFFAW_SMTP_URL_FILE: secret } }]);
  expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("this user may not read: grant read access.") });
});
