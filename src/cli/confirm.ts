import { DomainError } from "../errors.ts";
import { UsageError, type CommandCall } from "./command.ts";

/** The option of every command that deletes something for good. */
export const YES = { yes: { type: "boolean", help: "do it without asking" } } as const;

/** Asks before something is lost; `loss` says what. Without a terminal, `--yes` is required. */
export async function confirm({ values, terminal }: CommandCall, loss: string): Promise<void> {
  if (values.yes === true) return;
  const answer = await terminal.ask(`${loss}\nContinue? [y/N] `);
  if (answer === undefined) throw new UsageError(`${loss} There is no terminal to ask on: add --yes to do it.`);
  if (!/^y(es)?$/i.test(answer.trim())) throw new DomainError("not_allowed", "Nothing was changed.");
}

export const counted = (count: number, what: string) =>
  `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
