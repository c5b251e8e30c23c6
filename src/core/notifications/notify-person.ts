import { findUser } from "../../data/users.ts";
import { storeMessage } from "../../words/stored-message.ts";
import { message, type Message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { notify } from "./notify.ts";

const MAX_QUOTED = 80;

/** First line of a text, to name it by. */
export function quoted(text: string): string | Message {
  const line = [...text.trim().split("\n")[0]!];
  if (line.length === 0) return message("meme.nameless");
  if (line.length > MAX_QUOTED) return `${line.slice(0, MAX_QUOTED).join("")}…`;
  // The surrounding sentence has its own full stop.
  return line.join("").replace(/(?<=[^.])\.$/, "");
}

/**
 * Runs inside the transaction of the act. The recipient reads the message in their own language. The operator at the
 * command line has no account to send from, so nothing is sent.
 */
export async function notifyPerson(tx: Ctx, userId: string, sentence: Message, memeId?: string): Promise<void> {
  if (tx.actor.kind !== "member") return;
  if (!(await findUser(tx.db, userId))) return;
  await notify(tx, userId, { kind: "notice", memeId, text: storeMessage(sentence) });
}
