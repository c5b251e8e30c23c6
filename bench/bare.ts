// The yardstick: the least Bun.serve can do, an answer of a fixed size. Prints its port.
//   bun bench/bare.ts <status> <bytes>
const [status, bytes] = process.argv.slice(2).map(Number) as [number, number];
const body = bytes === 0 ? null : JSON.stringify({ filler: "x".repeat(Math.max(0, bytes - '{"filler":""}'.length)) });
const init = { status, headers: { "Content-Type": "application/json; charset=utf-8" } };

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  development: false,
  fetch: () => new Response(body, init),
});
console.log(server.port);
