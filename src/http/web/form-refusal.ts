import { DomainError, type ErrorCode } from "../../errors.ts";
import type { PlainKey, Message } from "../../words/messages.ts";
import { refusalOf } from "../errors.ts";
import type { Visit } from "./visit.ts";

export interface FormRefusal {
  sentence: string;
  status: number;
  headers: Record<string, string>;
}

const SAID_ON_A_PAGE: readonly ErrorCode[] = ["not_found", "not_signed_in", "bad_key", "unavailable"];

/** Which field a message is about, where that is not the first one. What names a text, as in {what}, counts as well. */
const FIELD_OF: { [K in PlainKey]?: string } = {
  "error.bad-username": "username",
  "error.username-reserved": "username",
  "error.username-taken": "username",
  "error.bad-email": "email",
  "error.bad-invitation": "invite",
  "error.short-password": "new-password",
  "error.long-password": "new-password",
  "error.common-password": "new-password",
  "error.not-present-password": "current-password",
  // Of a name and its secret, the secret has to be typed again.
  "error.wrong-password": "current-password",
  "error.wrong-code": "code",
  "error.report-describe": "description",
  "error.suspension-date": "date",
  "error.suspension-past": "date",
  "error.suspension-two-ends": "date",
  "noun.bio": "bio",
  "noun.description": "description",
};

function fieldOf({ key, values }: Message): string | undefined {
  const { what } = values;
  return FIELD_OF[key] ?? (typeof what === "object" && "key" in what ? FIELD_OF[what.key] : undefined);
}

/** For a form that is shown again with what was typed; whatever else is wrong is told on a page of its own. */
export function formRefusal(visit: Visit, error: unknown): FormRefusal {
  const refusal = refusalOf(error);
  if (!refusal || !(error instanceof DomainError) || SAID_ON_A_PAGE.includes(error.code)) throw error;
  const { words } = visit;
  visit.refusal = { field: error.userMessage && fieldOf(error.userMessage), typed: refusal.status === 400 };
  return {
    sentence: words.translate(error.userMessage ?? error.message),
    status: refusal.status,
    headers: refusal.headers,
  };
}
