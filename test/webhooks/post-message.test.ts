import { expect, test } from "bun:test";
import { createServer, type Socket } from "node:net";
import { once } from "node:events";

import { DeliveryError, findReceiver } from "../../src/webhooks/find-receiver.ts";
import { postMessage } from "../../src/webhooks/post-message.ts";
import { isPublic } from "../../src/webhooks/public-address.ts";
import { signMessage } from "../../src/webhooks/sign-message.ts";

const PRIVATE = `0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 198.18.0.1 \
203.0.113.5 224.0.0.1 255.255.255.255 :: ::1 ::ffff:8.8.8.8 ::ffff:127.0.0.1 64:ff9b::a00:1 fc00::1 fd00:ec2::254 fe80::1 \
ff02::1 2001:db8::1 2001::1 2002:7f00:1:: 3fff::1 localhost`;

test("only addresses on the internet are public", () => {
  for (const address of ["8.8.8.8", "1.1.1.1", "172.15.0.1", "192.0.9.1", "2606:4700:4700::1111"])
    expect(isPublic(address), address).toBe(true);
  for (const address of PRIVATE.split(" ")) expect(isPublic(address), address).toBe(false);
});

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "",
    (error: unknown) => (error instanceof DeliveryError ? error.sentence.key : String(error)),
  );

test("names and odd spellings of private addresses are refused", async () => {
  const find = (host: string) => refusal(findReceiver(new URL(`https://${host}/`), { allowsPrivate: false }));
  for (const host of ["localhost", "127.1", "0x7f000001", "2130706433", "[::1]", "[::ffff:10.0.0.1]", "0"])
    expect(await find(host), host).toBe("webhooks.not-public");
  expect(await find("nowhere.invalid")).toBe("webhooks.no-such-host");
  expect(await findReceiver(new URL("https://8.8.8.8/x"), { allowsPrivate: false })).toEqual({
    address: "8.8.8.8",
    name: undefined,
    port: 443,
    isSecure: true,
  });
});

/** Answers what `answer` writes, and keeps what it was sent. */
async function serve(answer: (socket: Socket) => void) {
  const sent: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", (bytes) => {
      sent.push(bytes.toString());
      answer(socket);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    sent,
    port,
    post: ({ answerMs = 60_000, signal = new AbortController().signal, host = "127.0.0.1" } = {}) =>
      postMessage(new URL(`http://${host}:${port}/a?b=c`), { "X-Test": "1" }, "hé", {
        allowsPrivate: true,
        signal,
        answerMs,
      }),
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test("sends one request, keeps the name, and follows nobody", async () => {
  using redirecting = await serve((socket) =>
    socket.write("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n"),
  );
  expect(await redirecting.post({ host: "localhost" })).toBe(302);
  expect(redirecting.sent).toEqual([
    `POST /a?b=c HTTP/1.1\r\nHost: localhost:${redirecting.port}\r\nX-Test: 1\r\nContent-Length: 3\r\nConnection: close\r\n\r\nhé`,
  ]);
  using announcing = await serve((socket) =>
    socket.write("HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\nHTTP/1.1 200 OK\r\n"),
  );
  expect(await announcing.post()).toBe(200);
});

test("gives up on those who say nothing, too much, or something else", async () => {
  using silent = await serve(() => {});
  expect(await refusal(silent.post({ answerMs: 50 }))).toBe("webhooks.timed-out");
  const stop = new AbortController();
  const stopped = silent.post({ signal: stop.signal });
  await Bun.sleep(20);
  stop.abort(new Error("stopping"));
  expect(await refusal(stopped)).toBe("Error: stopping");
  using closing = await serve((socket) => socket.end());
  expect(await refusal(closing.post())).toBe("webhooks.no-answer");
  using other = await serve((socket) => socket.write("220 mail.example.org ESMTP\r\n"));
  expect(await refusal(other.post())).toBe("webhooks.no-answer");
  using endless = await serve((socket) => socket.write(`HTTP/1.1 1${"x".repeat(20_000)}`));
  expect(await refusal(endless.post())).toBe("webhooks.no-answer");
  const { port } = endless;
  endless[Symbol.dispose]();
  const options = { allowsPrivate: true, signal: new AbortController().signal };
  expect(await refusal(postMessage(new URL(`http://127.0.0.1:${port}/`), {}, "", options))).toBe(
    "webhooks.no-connection",
  );
  // Not a certificate in sight.
  using plain = await serve((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  expect(await refusal(postMessage(new URL(`https://127.0.0.1:${plain.port}/`), {}, "", options))).toBe(
    "webhooks.no-connection",
  );
});

test("signs like the specification's own example", () => {
  const body = `{"test": 2432232314}`;
  const headers = signMessage("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330_000, body, [
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  ]);
  expect(headers).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});
