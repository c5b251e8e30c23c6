import { describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";

import { ConfigError } from "../src/config/checks.ts";
import { parseEnvFile } from "../src/env-file.ts";
import { checkoutWith } from "./cli/checkout.ts";
import { guffaw, launch } from "./cli/guffaw.ts";
import { canBeNobody, NOBODY } from "./cli/nobody.ts";
import { freshFolder } from "./world.ts";

const parse = (text: string) => Object.fromEntries(parseEnvFile(text, ".env"));
const valueOf = (line: string) => parse(line).A;

describe("a file .env", () => {
  test.each([
    ["A=pa$word", "pa$word"],
    ["A='pa$word'", "pa$word"],
    ['A="pa$word ${HOME} \\$x"', "pa$word ${HOME} \\$x"],
    ["A=${HOME}`id`", "${HOME}`id`"],
    ["A=  two words  ", "two words"],
    ["A = spaced", "spaced"],
    ["  export A=exported", "exported"],
    ["A='  kept  '", "  kept  "],
    ["A=x#y", "x#y"],
    ["A=#y", "#y"],
    ["A=x # a comment", "x"],
    ["A= # a comment", ""],
    ["A='x # y' # a comment", "x # y"],
    ["A=", ""],
    ["A=b=c==", "b=c=="],
    ["A=it's", "it's"],
    ['A="say \\"hi\\" \\\\ and\\nmore \\t"', 'say "hi" \\ and\nmore \\t'],
    ["A='back\\slash\\n'", "back\\slash\\n"],
    ["A=back\\slash\\n", "back\\slash\\n"],
    ["A=grün", "grün"],
  ])("%s", (line, value) => {
    expect(valueOf(line)).toBe(value);
    expect(valueOf(`# first\r\n\r\n${line}\r\nB=2\r\n`)).toBe(value);
  });

  test.each([
    ["secret", 1],
    ["A=1\n\n2B=secret", 3],
    ["my-name=secret", 1],
    ["=secret", 1],
    ["A='secret", 1],
    ['# \nA="secret\\"', 2],
    ['A="secret"more', 1],
    ["A='secret'#more", 1],
    ["A=1\nB=2\nA=secret", 3],
  ])("refuses %j and names the line, never the value", (text, line) => {
    expect(() => parse(text)).toThrow(ConfigError);
    expect(() => parse(text)).toThrow(new RegExp(`^Line ${line} of \\.env (?!.*secret).+\\.$`));
  });

  test("names both lines of a repeated name", () => {
    expect(() => parse("A=1\nB=2\nexport A=1")).toThrow("Line 3 of .env sets A, which line 1 already sets");
  });
});

/** A refusal in PostgreSQL's protocol. */
function refusal(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0Mpassword authentication failed\0\0`);
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** Runs the launcher of a checkout with this .env, in another working directory whose own .env must not count. */
async function run(checkout: string, args: string[], env: Record<string, string> = {}, uid?: number) {
  const cwd = freshFolder("cwd");
  chmodSync(cwd, 0o755);
  for (const name of [".env", ".env.local", ".env.production"])
    writeFileSync(join(cwd, name), "GUFFAW_PORT=wrong\nGUFFAW_LOG=wrong\n");
  writeFileSync(join(cwd, "bunfig.toml"), 'env = true\npreload = ["./none.ts"]\n');
  return launch(args, { cwd, env, uid, launcher: join(checkout, "guffaw") });
}

describe("the launcher", () => {
  test("takes values literally, and the environment wins", async () => {
    const data = freshFolder("data");
    const checkout = checkoutWith(
      `\uFEFFexport GUFFAW_DATA=${data}/pa$word # here\r\nGUFFAW_PORT=wrong\r\nGUFFAW_STORAGE='s3://b?endpoint=http://127.0.0.1:1'\r\nAWS_ACCESS_KEY_ID=a#b\r\nAWS_SECRET_ACCESS_KEY="c$d"\r\n`,
    );
    const { json, stderr } = await run(checkout, ["doctor", "--json"], { GUFFAW_PORT: "0" });
    expect(stderr).toBe("");
    expect(json.findings).toContainEqual({
      what: "settings",
      ok: true,
      said: `All settings are valid; data is in ${data}/pa$word.`,
    });
    // Its keys were set, so it was asked, and it is away.
    expect(JSON.stringify(json)).toContain("The image storage cannot be reached");
  });

  test("passes the password pa$word to PostgreSQL unchanged", async () => {
    const { promise: password, resolve } = Promise.withResolvers<string>();
    const server = createServer((socket) =>
      socket.on("data", (message: Buffer) => {
        if (message.length === 8)
          socket.write("N"); // no TLS
        else if (message[0] === 0x70) {
          resolve(message.subarray(5, -1).toString());
          socket.end(refusal("28P01"));
        } else socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3])); // asks for the password
      }),
    ).listen(0, "127.0.0.1");
    const { port } = server.address() as AddressInfo;
    const checkout = checkoutWith(`GUFFAW_DATABASE_URL=postgres://guffaw:pa$word@127.0.0.1:${port}/guffaw\n`);
    const running = run(checkout, ["user", "show", "ann"]);
    expect(await password).toBe("pa$word");
    server.close();
    expect((await running).code).toBe(1);
  });

  test.skipIf(!canBeNobody)("stops every command if this user may not read the file", async () => {
    const checkout = checkoutWith("GUFFAW_SIGNUP=closed\n");
    chmodSync(checkout, 0o755);
    chmodSync(join(checkout, ".env"), 0o600);
    for (const args of [["serve"], ["doctor"]]) {
      const { code, stdout, stderr } = await run(checkout, args, {}, NOBODY);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toBe(
        `guffaw: ${checkout}/.env exists but cannot be read by this user: grant read access, or move the file away.\n`,
      );
    }
  });

  test.each([
    ["a folder", (path: string) => mkdirSync(path), "is a folder, not a file"],
    ["a dangling link", (path: string) => symlinkSync("/nowhere/at/all", path), "is a link that leads nowhere"],
    ["UTF-16", (path: string) => writeFileSync(path, Buffer.from("\uFEFFA=1", "utf16le")), "is not a text file"],
    ["a bad line", (path: string) => writeFileSync(path, "GUFFAW_PORT 1"), "is not of the form NAME=value"],
  ])("stops every command on %s", async (_, make, sentence) => {
    const checkout = checkoutWith();
    make(join(checkout, ".env"));
    for (const args of [["serve"], ["user", "show", "ann"]]) {
      const { code, stdout, stderr } = await guffaw(args, { checkout, env: { GUFFAW_DATA: freshFolder("data") } });
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(new RegExp(`^guffaw: .*${join(checkout, ".env")} ${sentence}.*\\.\\n$`));
    }
    expect((await guffaw(["--help"], { checkout })).code).toBe(0);
  });
});
