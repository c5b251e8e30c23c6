import { describe, expect, test } from "bun:test";

import { changeSite } from "../../src/core/site/change-site.ts";
import { Mailer } from "../../src/mail/mailer.ts";
import { freshFolder, openWorld } from "../world.ts";
import { openMailbox } from "../web/smtp.ts";
import { guffaw } from "./guffaw.ts";

const FROM = "Guffaw <memes@example.org>";
const settings = (url: string) => ({
  GUFFAW_DATA: freshFolder("mail"),
  GUFFAW_URL: "https://memes.example.org",
  GUFFAW_SMTP_URL: url,
  GUFFAW_MAIL_FROM: FROM,
});

/** Nobody trusts it, and it opens nothing. */
const SELF_SIGNED = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg3kANkAm0OO7YOpCB
7NkBjXg69KJIPEVwHgU9iPco262hRANCAATkIlRDaevDJTL/HNNx9e27ZiRzD80N
S9ESiUaW0DcR4qPSJ82n08Ewlem94rANgT0RSoccAXjftGPV3bPp+xJn
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBgDCCASWgAwIBAgIUHrAQJ/vWTEii38+zrvRVN4IiBqAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExNTE5MDc1N1oYDzIxMjYxMDIy
MTkwNzU3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATkIlRDaevDJTL/HNNx9e27ZiRzD80NS9ESiUaW0DcR4qPSJ82n08Ew
lem94rANgT0RSoccAXjftGPV3bPp+xJno1MwUTAdBgNVHQ4EFgQUcZ/LgLGdYzbu
Ma3iLcBW47EoZDowHwYDVR0jBBgwFoAUcZ/LgLGdYzbuMa3iLcBW47EoZDowDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEAgx6zzHaiy7T2Y/mNZV/6
N6qnBN8U+uIym7c13eQgbekCIQDjuwCmCsgE+fLmO2z7tSpGnyVrUh96B5zwUA/R
CIsEZw==
-----END CERTIFICATE-----`,
};

type Socket = Bun.Socket<undefined>;

/** A server that says what it is told to, and little else. */
function listen(open: (socket: Socket) => void, tls?: Bun.TLSOptions) {
  const server = Bun.listen({ hostname: "127.0.0.1", port: 0, tls, socket: { open, data() {} } });
  return { port: server.port, [Symbol.dispose]: () => server.stop(true) };
}

describe("trouble with a mail server is reported in one sentence", () => {
  const complaint = (url: string, silentMs = 300) =>
    new Mailer({ url, from: FROM }, silentMs).verify().catch((error: Error) => error.message);

  test("an unknown name", async () => {
    expect(await complaint("smtp://mail.invalid:25")).toBe(
      "The mail server's host name mail.invalid is unknown: check the host in GUFFAW_SMTP_URL and this machine's DNS.",
    );
  });

  test("a refused connection", async () => {
    const gone = listen(() => {});
    gone[Symbol.dispose]();
    expect(await complaint(`smtp://127.0.0.1:${gone.port}`)).toContain(
      `nothing listens at 127.0.0.1 port ${gone.port}`,
    );
  });

  test("silence", async () => {
    using silent = listen(() => {});
    expect(await complaint(`smtp://127.0.0.1:${silent.port}`)).toContain(`port ${silent.port} is silent`);
  });

  test("an untrusted certificate, and a missing one", async () => {
    using shady = listen((socket) => socket.write("220 test\r\n"), SELF_SIGNED);
    expect(await complaint(`smtps://127.0.0.1:${shady.port}`, 5000)).toContain(
      "cannot be trusted (self signed certificate)",
    );
    using plain = listen((socket) => socket.write("220 test\r\n"));
    expect(await complaint(`smtps://127.0.0.1:${plain.port}`, 5000)).toContain("does not start with TLS");
  });

  test("a refused login, without the password, even if the server repeats it", async () => {
    using mailbox = openMailbox();
    const said = `535 5.7.8 no s3cret/word ${Buffer.from("s3cret/word").toString("base64")}`;
    mailbox.refusals.set("AUTH", said);
    const url = mailbox.url.replace("//", "//me:s3cret%2Fword@");
    expect(await complaint(url, 5000)).toContain("refused our login (535 5.7.8 no … …)");
  });
});

describe("the command line", () => {
  test("sends a test mail, or says in the server's words why not", async () => {
    using mailbox = openMailbox();
    const env = settings(mailbox.url);
    const sent = await guffaw(["mail", "test", "me@example.org"], { env });
    expect([sent.code, sent.stderr]).toEqual([0, ""]);
    expect(sent.stdout).toContain("accepted the mail to me@example.org (250 ok)");
    expect(await mailbox.next("me@example.org")).toContain(
      "This is a test mail from memes.example.org, at https://memes.example.org.",
    );
    mailbox.refusals.set("RCPT", "550 5.1.1 Nobody here");
    const refused = await guffaw(["mail", "test", "me@example.org", "--json"], { env });
    expect(refused.code).toBe(1);
    expect(refused.json.error).toBe("The mail server 127.0.0.1 refused the recipient (550 5.1.1 Nobody here).");
    const none = await guffaw(["mail", "test", "me@example.org"], { env: { GUFFAW_DATA: env.GUFFAW_DATA } });
    expect([none.code, none.stderr]).toEqual([1, expect.stringMatching(/GUFFAW_SMTP_URL .*GUFFAW_MAIL_FROM/)]);
    expect((await guffaw(["mail", "test", "nobody"], { env })).stderr).toContain(
      "That doesn't look like an e-mail address",
    );
  });

  test("says in a test mail whose it is", async () => {
    using mailbox = openMailbox();
    await using world = await openWorld("SQLite", { env: settings(mailbox.url) });
    await changeSite(world.ctx(), { name: "Daily Lol" });
    await guffaw(["mail", "test", "me@example.org"], { env: world.env });
    const mail = await mailbox.next("me@example.org");
    expect(mail).toContain("Subject: A test mail from Daily Lol\r\n");
    expect(mail).toContain("This is a test mail from Daily Lol, at https://memes.example.org.");
  });

  test("doctor checks the mail server", async () => {
    using mailbox = openMailbox();
    const mailIn = async (env: Record<string, string>) => {
      const { json } = await guffaw(["doctor", "--json"], { env });
      return (json.findings as { what: string; ok: boolean; said: string }[]).find(({ what }) => what === "mail")!;
    };
    const env = settings(mailbox.url.replace("//", "//me:s3cret-word@"));
    expect(await mailIn(env)).toMatchObject({ ok: true, said: expect.stringContaining("accepts our login") });
    mailbox.refusals.set("AUTH", "535 5.7.8 Wrong");
    const { ok, said } = await mailIn(env);
    expect([ok, said]).toEqual([false, expect.stringContaining("refused our login (535 5.7.8 Wrong)")]);
    expect(said).not.toContain("s3cret-word");
    expect(await mailIn({ GUFFAW_DATA: env.GUFFAW_DATA })).toMatchObject({
      ok: true,
      said: expect.stringContaining("GUFFAW_SMTP_URL"),
    });
    expect(mailbox.mails).toEqual([]);
  });
});
