import type { App } from "../app.ts";
import type { HttpServer } from "../wire/listen.ts";

/** With recent traffic, new connections are still accepted for this long after readiness has ended. */
const GRACE_MS = 1000;
/** Traffic counts as recent for this long. */
const RECENT_MS = 10_000;
/** Requests that have arrived are read within this time, even on a busy machine. */
const QUIET_MS = 150;
/** Of the time to stop, what is left for closing database and log after the last request is cut off. */
const CLOSING_MS = 1000;
/** Uploads that are still arriving end this much earlier, so that their senders are told. */
const TELLING_MS = 1000;
/** Long enough that every client waits for an answer and opens no other connection meanwhile. */
const HOLD_MS = 50;

/**
 * First readiness becomes 503, and every answer says `Connection: close`. Then new connections are refused, and
 * requests that have arrived are finished. Finally idle connections are closed, which clients would keep for minutes.
 */
export async function stopServer(server: HttpServer, app: App, stopMs: number): Promise<void> {
  app.drain();
  const requestsMs = timeForRequests(stopMs);
  const until = performance.now() + requestsMs;
  const uploads = setTimeout(() => app.stopUploads(), requestsMs - TELLING_MS);
  if (app.idleMs() < RECENT_MS || server.pending > 0) await Bun.sleep(GRACE_MS);
  // Closing the port resets connections that wait to be accepted, so close it when there are none.
  await app.holdBack(async () => {
    if (app.idleMs() < RECENT_MS) await Bun.sleep(HOLD_MS);
    server.close();
  });
  while ((server.pending > 0 || app.idleMs() < QUIET_MS) && performance.now() < until) await Bun.sleep(5);
  clearTimeout(uploads);
  await server.stop();
}

/** How long requests that have arrived, and jobs, may go on. */
export const timeForRequests = (stopMs: number) => stopMs - CLOSING_MS;
