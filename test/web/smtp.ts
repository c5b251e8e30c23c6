import { until } from "../until.ts";

/** A mail server that accepts everything and delivers nothing. */
export interface TestMailbox extends Disposable {
  url: string;
  /** Whole mails with headers, in the order they arrived, including those refused at the end. */
  mails: string[];
  /** Answers a command with this instead of accepting it: "RCPT", "AUTH", or "." for the end of a mail. */
  refusals: Map<string, string>;
  /** Waits for the next one, or the next to this address. Returns each only once. */
  next(to?: string): Promise<string>;
  /** Forgets all mails and refusals. */
  clear(): void;
}

export function openMailbox(): TestMailbox {
  const mails: string[] = [];
  const refusals = new Map<string, string>();
  let read = new Set<number>();
  const answer = (said: string, inMail: boolean) => {
    const command = inMail ? "." : said.split(/[ :]/)[0]!.toUpperCase();
    const refusal = refusals.get(command);
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
          if (data.inMail) mails.push(said);
          const answered = answer(said, data.inMail);
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
    async next(to = "") {
      const find = () => mails.findIndex((mail, i) => !read.has(i) && mail.includes(`To: ${to}`));
      await until(() => find() >= 0, `A mail to ${to || "anybody"}`);
      const found = find();
      read.add(found);
      return plainText(mails[found]!);
    },
    clear() {
      refusals.clear();
      mails.length = 0;
      read = new Set();
    },
    [Symbol.dispose]: () => server.stop(true),
  };
}

/** As a mail program shows it: without quoted-printable breaks and codes. */
const plainText = (mail: string) =>
  Buffer.from(
    mail
      .replace(/=\r\n/g, "")
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString();
