import { until } from "../until.ts";

/** A mail server that takes everything and delivers nothing. */
export interface TestMailbox extends Disposable {
  url: string;
  /** Whole mails, headers and all, in the order in which they came. */
  mails: string[];
  /** Waits for the next one. */
  next(): Promise<string>;
}

export function openMailbox(): TestMailbox {
  const mails: string[] = [];
  let read = 0;
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
          data.inMail = !data.inMail && said === "DATA";
          socket.write(data.inMail ? "354 go on\r\n" : said === "QUIT" ? "221 bye\r\n" : "250 ok\r\n");
        }
      },
    },
  });
  return {
    url: `smtp://127.0.0.1:${server.port}`,
    mails,
    async next() {
      await until(() => mails.length > read, "A mail");
      return mails[read++]!;
    },
    [Symbol.dispose]: () => server.stop(true),
  };
}
