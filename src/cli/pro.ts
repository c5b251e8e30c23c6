import type { Ctx } from "../core/ctx.ts";
import { MAX_MONTHS } from "../core/pro/extend-pro.ts";
import { endPro, grantPro } from "../core/pro/grant-pro.ts";
import { makeCodes } from "../core/pro/make-codes.ts";
import { countProCodes } from "../data/pro-codes.ts";
import { actAs, text, UsageError, wholeNumber, reading, withServices, type Command, type Values } from "./command.ts";
import { iso, momentOf } from "./moment.ts";

const USUAL_MONTHS = "12";
const MAX_CODES = 1000;
const AS = {
  type: "string",
  value: "NAME",
  help: "the staff member who does it and notifies the person",
} as const;

const monthsOf = (value: string) => wholeNumber("--months", value, 1, MAX_MONTHS);
const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

const code: Command = {
  name: "pro code",
  args: "",
  summary: "print codes for months of Pro; they are shown only once",
  count: [0, 0],
  options: {
    months: { type: "string", value: "N", help: `months per code (default ${USUAL_MONTHS})` },
    count: { type: "string", value: "N", help: "number of codes (default 1)" },
  },
  run: (call) => {
    const months = monthsOf(text(call.values, "months") ?? USUAL_MONTHS);
    const count = wholeNumber("--count", text(call.values, "count") ?? "1", 1, MAX_CODES);
    return withServices(call, async (_, ctx) => {
      const codes = await makeCodes(ctx, { months, count });
      const about = `Each code gives ${counted(months, "month")}, once, at /settings/pro. This is the only time they are shown.`;
      return { json: { months, codes }, text: [...codes, "", about].join("\n") };
    });
  },
};

const list: Command = {
  name: "pro list",
  args: "",
  summary: "count open and redeemed codes",
  count: [0, 0],
  run: (call) =>
    reading(call, async (_, { db }) => {
      const codes = await countProCodes(db);
      const lines = codes.map(
        ({ months, open, redeemed }) => `${counted(months, "month")}: ${open} open, ${redeemed} redeemed`,
      );
      return { json: { codes }, text: lines.join("\n") || "There are no codes. Next: ./guffaw pro code" };
    }),
};

const grant: Command = {
  name: "pro grant",
  args: "NAME",
  summary: "give an account Pro, or extend it",
  count: [1, 1],
  options: {
    months: { type: "string", value: "N", help: "months to add" },
    until: { type: "string", value: "DATE", help: "the new end date, or a duration such as 30d" },
    as: AS,
  },
  run: (call) => {
    const [months, until] = [text(call.values, "months"), text(call.values, "until")];
    if ((months === undefined) === (until === undefined))
      throw new UsageError("Give either --months N or --until DATE.");
    const more = months === undefined ? undefined : monthsOf(months);
    const user = call.args[0]!;
    return withServices(call, async (_, ctx) => {
      const given = more === undefined ? { until: momentOf("until", until!, ctx.now) } : { months: more };
      const after = await grantPro(await actingAs(ctx, call.values), { user, ...given });
      const expires = iso(after.proUntil);
      return { json: { username: after.username, expires }, text: `${after.username} is Pro until ${expires}.` };
    });
  },
};

const end: Command = {
  name: "pro end",
  args: "NAME",
  summary: "end an account's Pro now",
  count: [1, 1],
  options: { as: AS },
  run: (call) =>
    withServices(call, async (_, ctx) => {
      const after = await endPro(await actingAs(ctx, call.values), { user: call.args[0]! });
      return {
        json: { username: after.username, expires: iso(after.proUntil) },
        text: `${after.username} is no longer Pro.`,
      };
    }),
};

async function actingAs(ctx: Ctx, values: Values): Promise<Ctx> {
  const name = text(values, "as");
  return name === undefined ? ctx : actAs(ctx, name);
}

export const proCommands = [code, list, grant, end];
