import { isSuspended } from "../core/access.ts";
import { PERKS } from "../core/users/change-perks.ts";
import { listAccounts } from "../core/users/list-accounts.ts";
import type { User } from "../entities/user.ts";
import { oneOf, reading, text, UsageError, wholeNumber, type SiteCommand, type Values } from "./command.ts";
import { counted } from "./confirm.ts";
import { describeUser, perkNames } from "./describe-user.ts";

type Filter = (user: User, now: number) => boolean;

/** Everything that was asked for; undefined if nothing was. */
function filterOf(values: Values): Filter | undefined {
  const [name, perk] = [text(values, "name")?.toLowerCase(), text(values, "perk")];
  const filters: Filter[] = [];
  if (name !== undefined) filters.push(({ username }) => username.toLowerCase().includes(name));
  if (perk !== undefined) {
    const wanted = oneOf("--perk", perk, PERKS);
    filters.push((user, now) => perkNames(user, now).includes(wanted));
  }
  if (values.suspended) filters.push((user, now) => isSuspended(user, now));
  return filters.length === 0 ? undefined : (user, now) => filters.every((holds) => holds(user, now));
}

function lineOf(user: User, now: number): string {
  const marks = [...perkNames(user, now), ...(isSuspended(user, now) ? ["suspended"] : [])];
  const joined = new Date(user.createdAt).toISOString().slice(0, 10);
  const about = [`joined ${joined}`, counted(user.submittedCount, "meme"), ...(marks.length ? [marks.join(", ")] : [])];
  return `${user.id}  ${`${user.username}#${user.tag}`.padEnd(24)}  ${about.join("  ")}`;
}

export const listUsers: SiteCommand = {
  name: "user list",
  args: "",
  summary: "list accounts, newest first",
  count: [0, 0],
  options: {
    name: { type: "string", value: "TEXT", help: "its name contains this" },
    perk: { type: "string", value: "PERK", help: `it has this perk: ${PERKS.join(", ")}` },
    suspended: { type: "boolean", help: "it is suspended" },
    amount: { type: "string", value: "N", help: "number of accounts (default 50)" },
    after: { type: "string", value: "ID", help: "continue after this account" },
  },
  run: (call) => {
    const matches = filterOf(call.values);
    const amount = wholeNumber("--amount", text(call.values, "amount") ?? "50", 1, 1000);
    const after = text(call.values, "after");
    if (after !== undefined && !/^\d{1,20}$/.test(after))
      throw new UsageError(`--after cannot be "${after}": use the id of an account.`);
    return reading(call, async (_, ctx) => {
      const { now } = ctx;
      const filter = matches && ((user: User) => matches(user, now));
      const { items, next } = await listAccounts(ctx, { amount, after, matches: filter });
      const lines = items.length === 0 ? ["No matching accounts."] : items.map((user) => lineOf(user, now));
      if (next !== undefined) lines.push(`For more, add --after ${next}`);
      return {
        json: { users: items.map((user) => describeUser(user, now).json), next: next ?? null },
        text: lines.join("\n"),
      };
    });
  },
};
