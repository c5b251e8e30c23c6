import { until } from "../until.ts";

/** A mail server that accepts everything and delivers nothing. */
export interface TestMailbox extends Disposable {
  url: string;
  /** Whole mails with headers, in the order they arrived, including those refused at the end. */
  mails: string[];
  /** Answers a command with this instead of accepting it: "RCPT", "AUTH", or "." for the end of a mail; or a whole line. */
  refusals: Map<string, string>;
  /** Commands that are never answered: "hang up" ends the connection instead. */
  silence: Map<string, "wait" | "hang up">;
  /** Waits for the next one, or the next to this address. Returns each only once. */
  next(to?: string): Promise<string>;
  /** Forgets all mails and refusals. */
  clear(): void;
}

export function openMailbox(): TestMailbox {
  const mails: string[] = [];
  const refusals = new Map<string, string>();
  const silence: TestMailbox["silence"] = new Map();
  let read = new Set<number>();
  const answer = (command: string, said: string) => {
    const refusal = refusals.get(said) ?? refusals.get(command);
    if (refusal) return refusal;
    if (command === "DATA") return "354 go on";
    // Accepts any credentials.
    if (command === "EHLO") return "250-test\r\n250 AUTH PLAIN";
    return command === "AUTH" ? "235 welcome" : command === "QUIT" ? "221 bye" : "250 ok";
  };
  const server = Bun.listen<{ text: string; inMail: boolean }>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open(socket) {
        socket.data = { text: "", inMail: false };
        socket.write("220 test\r\n");
      },
      data(socket, chunk) {
        const { data } = socket;
        data.text += chunk.toString();
        for (;;) {
          const end = data.text.indexOf(data.inMail ? "\r\n.\r\n" : "\r\n");
          if (end < 0) return;
          const said = data.text.slice(0, end);
          data.text = data.text.slice(end + (data.inMail ? 5 : 2));
          // A dot at the beginning of a line is doubled on the way.
          if (data.inMail) mails.push(said.replaceAll("\r\n..", "\r\n."));
          const command = data.inMail ? "." : said.split(/[ :]/)[0]!.toUpperCase();
          if (silence.get(command) === "hang up") socket.end();
          if (silence.has(command)) return;
          const answered = answer(command, said);
          data.inMail = answered.startsWith("354");
          socket.write(`${answered}\r\n`);
        }
      },
    },
  });
  return {
    url: `smtp://127.0.0.1:${server.port}`,
    mails,
    refusals,
    silence,
    async next(to = "") {
      const find = () => mails.findIndex((mail, i) => !read.has(i) && mail.includes(`To: ${to}`));
      await until(() => find() >= 0, `A mail to ${to || "anybody"}`);
      const found = find();
      read.add(found);
      return plainText(mails[found]!);
    },
    clear() {
      refusals.clear();
      silence.clear();
      mails.length = 0;
      read = new Set();
    },
    [Symbol.dispose]: () => server.stop(true),
  };
}

/** The headers of a mail with a plain and an HTML part, and both parts as a mail program reads them. */
export function partsOf(mail: string): { headers: Map<string, string>; types: string[]; text: string; html: string } {
  const [head, body] = split(mail);
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1];
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.trimStart()));
  const [text = "", html = ""] = parts.map(decoded);
  return { headers: headersOf(head), types: parts.map(([own]) => headersOf(own).get("content-type")!), text, html };
}

function split(mail: string): [head: string, body: string] {
  const end = mail.indexOf("\r\n\r\n");
  return [mail.slice(0, end), mail.slice(end + 4)];
}

const headersOf = (head: string) =>
  new Map(
    head
      .replace(/\r\n[ \t]+/g, " ")
      .split("\r\n")
      .map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );

const decoded = ([head, body]: [string, string]) =>
  /base64/i.test(headersOf(head).get("content-transfer-encoding") ?? "")
    ? Buffer.from(body, "base64").toString()
    : plainText(body).replaceAll("\r\n", "\n");

/** As a mail program shows it: without quoted-printable breaks and codes. */
const plainText = (mail: string) =>
  Buffer.from(
    mail
      .replace(/=\r\n/g, "")
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString();
