import { ConfigError } from "../config/checks.ts";
import { Log } from "../log.ts";
import { Member } from "../processes/member.ts";
import { openServices } from "../services.ts";
import type { Terminal } from "./command.ts";
import { openSite } from "./open-site.ts";

/** Serves as one of several processes. The parent has prepared the site, and gives the settings and the signals. */
export async function runServerProcess(terminal: Terminal): Promise<number> {
  const member = await Member.join();
  try {
    await serveAsMember(member, terminal);
    return 0;
  } catch (error) {
    const problems = error instanceof ConfigError ? error.problems : [(error as Error).message];
    member.parent.tell("failed", problems);
    return 1;
  } finally {
    member.leave();
  }
}

async function serveAsMember(member: Member, terminal: Terminal): Promise<void> {
  const { config, parent, opened, stopping } = member;
  const log = new Log(config.log, terminal.log);
  await using services = await openServices(config, { log });
  void services.guard.failed.then(() => parent.tell("broken"));
  const site = await openSite(services, member);
  parent.tell("listening");
  await Promise.race([opened, stopping]);
  site.open();
  await site.serveUntil(stopping);
}
