import type { App } from "../app.ts";

/** With recent traffic, new connections are still accepted for this long after readiness has ended. */
const GRACE_MS = 1000;
/** Traffic counts as recent for this long. */
const RECENT_MS = 10_000;
/** Requests that have arrived are read within this time, even on a busy machine. */
const QUIET_MS = 150;
/** Requests that take longer are cut off. */
const STOP_MS = 30_000;
/** Long enough that every client waits for an answer and opens no other connection meanwhile. */
const HOLD_MS = 50;

/**
 * First readiness becomes 503, and every answer says `Connection: close`. Then new connections are refused, and
 * requests that have arrived are finished. Finally idle connections are closed, which clients would keep for minutes.
 */
export async function stopServer(server: Bun.Server<undefined>, app: App): Promise<void> {
  app.drain();
  const until = performance.now() + STOP_MS;
  if (app.idleMs() < RECENT_MS || server.pendingRequests > 0) await Bun.sleep(GRACE_MS);
  let stopping: Promise<void> | undefined;
  // Closing the port resets connections that wait to be accepted, so close it when there are none.
  await app.holdBack(async () => {
    if (app.idleMs() < RECENT_MS) await Bun.sleep(HOLD_MS);
    stopping = server.stop();
  });
  while ((server.pendingRequests > 0 || app.idleMs() < QUIET_MS) && performance.now() < until) await Bun.sleep(5);
  await server.stop(true);
  await stopping;
}
