/** A port that nobody listens on. Another program may take it before you do, but hardly ever does. */
export function freePort(): number {
  using listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  return listener.port;
}
