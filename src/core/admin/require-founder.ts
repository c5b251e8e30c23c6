import { message } from "../../words/messages.ts";
import type { Actor } from "../ctx.ts";
import { DomainError } from "../../errors.ts";

/** What is the operator's to see and to do: founders at the website, and the command line. */
export function requireFounder(actor: Actor): void {
  if (actor.kind === "system") return;
  if (actor.kind === "member" && actor.user.founder === 1) return;
  throw new DomainError("not_allowed", message("error.founders-only"));
}
