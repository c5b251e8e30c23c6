import { createServer, type AddressInfo, type Socket } from "node:net";

/**
 * Speaks just enough of Valkey's protocol to see how we treat a server: greets, and answers every script with what the
 * test says. It counts nothing; `npm run test:valkey` tests counting on a real server.
 */
export interface ProtocolServer extends AsyncDisposable {
  port: number;
  url: string;
  /** Scripts received so far. */
  scripts(): number;
  /** How far ahead every allowance is, or an error; by default, as far as the node itself says. */
  answer(with_: number | Error | undefined): void;
}

export async function startProtocolServer(port = 0): Promise<ProtocolServer> {
  let scripts = 0;
  let given: number | Error | undefined;
  const open = new Set<Socket>();
  const script = (args: string[]) => {
    scripts++;
    if (given instanceof Error) return `-${given.message}\r\n`;
    const keys = Number(args[2]);
    const own = Array.from({ length: keys }, (_, i) => args[3 + keys + 3 * i + 1]!);
    return `*${keys}\r\n${own.map((ahead) => bulk(String(given ?? ahead))).join("")}`;
  };
  const server = createServer((socket) => {
    open.add(socket);
    let unread = "";
    socket.on("data", (data) => {
      unread += data;
      for (let next = readCommand(unread); next; next = readCommand(unread)) {
        unread = unread.slice(next.length);
        const [name = ""] = next.args;
        socket.write(/^eval$/i.test(name) ? script(next.args) : /^hello$/i.test(name) ? HELLO : "+OK\r\n");
      }
    });
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const bound = (server.address() as AddressInfo).port;
  return {
    port: bound,
    url: `valkey://127.0.0.1:${bound}`,
    scripts: () => scripts,
    answer: (with_) => void (given = with_),
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
const HELLO = `%1\r\n${bulk("proto")}:3\r\n`;

/** The first command, if all of it has arrived. Our commands are plain ASCII. */
function readCommand(text: string): { args: string[]; length: number } | undefined {
  const [head, count] = /^\*(\d+)\r\n/.exec(text) ?? [];
  if (!head) return undefined;
  let at = head.length;
  const args: string[] = [];
  for (let i = 0; i < Number(count); i++) {
    const [line, size] = /^\$(\d+)\r\n/.exec(text.slice(at, at + 20)) ?? [];
    if (!line) return undefined;
    const start = at + line.length;
    at = start + Number(size) + 2;
    if (text.length < at) return undefined;
    args.push(text.slice(start, at - 2));
  }
  return { args, length: at };
}
