import { DomainError, type ErrorCode } from "../../core/errors.ts";
import { refusalOf } from "../errors.ts";
import type { Visit } from "./visit.ts";

export interface FormRefusal {
  sentence: string;
  status: number;
  headers: Record<string, string>;
}

const SAID_IN_FORM: readonly ErrorCode[] = ["invalid", "not_allowed", "conflict", "too_many"];

/** For a form that is shown again with what was typed; whatever else is wrong is told on a page of its own. */
export function formRefusal({ words }: Visit, error: unknown): FormRefusal {
  const refusal = refusalOf(error);
  if (!refusal || !(error instanceof DomainError) || !SAID_IN_FORM.includes(error.code)) throw error;
  return { sentence: words.tell(error.said ?? error.message), status: refusal.status, headers: refusal.headers };
}
