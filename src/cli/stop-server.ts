import type { App } from "../app.ts";

/** Where there was traffic, so long are new connections still taken after clients and proxies have been told. */
const GRACE_MS = 1000;
/** Without a request for so long, there is nobody to tell. */
const RECENT_MS = 10_000;
/** Requests that have arrived are read within this, even on a busy machine. */
const QUIET_MS = 150;
/** What takes longer than that is cut off. */
const STOP_MS = 30_000;
/** Long enough for every client to wait for an answer, and to open no other connection meanwhile. */
const HOLD_MS = 50;

/**
 * First everybody is told: readiness is 503, and each answer says `Connection: close`. Then new connections are
 * refused, and what has arrived is finished. At last idle connections are closed: their clients would keep them for
 * minutes.
 */
export async function stopServer(server: Bun.Server<undefined>, app: App): Promise<void> {
  app.drain();
  const until = performance.now() + STOP_MS;
  if (app.idleMs() < RECENT_MS || server.pendingRequests > 0) await Bun.sleep(GRACE_MS);
  let stopping: Promise<void> | undefined;
  // Connections that wait to be taken in when the port is closed are reset: so it is closed when none does.
  await app.holdBack(async () => {
    if (app.idleMs() < RECENT_MS) await Bun.sleep(HOLD_MS);
    stopping = server.stop();
  });
  while ((server.pendingRequests > 0 || app.idleMs() < QUIET_MS) && performance.now() < until) await Bun.sleep(5);
  await server.stop(true);
  await stopping;
}
