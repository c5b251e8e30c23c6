import { isSuspended } from "../core/access.ts";
import { inFreeingTransaction, type Ctx } from "../core/ctx.ts";
import { DomainError } from "../errors.ts";
import { requireAnotherFounder } from "../core/users/another-founder.ts";
import { changePerks, PERKS } from "../core/users/change-perks.ts";
import { createUser } from "../core/users/create-user.ts";
import { deleteUser } from "../core/users/delete-user.ts";
import { findUserBy } from "../core/users/find-user.ts";
import { makeResetLink } from "../core/users/make-reset-link.ts";
import { RESET_MS } from "../core/users/reset-password.ts";
import { liftSuspension } from "../core/users/lift-suspension.ts";
import { suspendUser } from "../core/users/suspend-user.ts";
import type { User } from "../entities/user.ts";
import { countMadeBy } from "../data/users.ts";
import { list, oneOf, text, UsageError, reading, withServices, type Command } from "./command.ts";
import { confirm, counted, YES } from "./confirm.ts";
import { describeUser } from "./describe-user.ts";
import { publicUrl } from "./public-url.ts";
import { iso, momentOf } from "./moment.ts";
import { listUsers } from "./list-users.ts";

const perksOf = (values: string[], option: string) => values.map((value) => oneOf(`--${option}`, value, PERKS));

const FORCE = {
  force: { type: "boolean", help: "even if it is the last founder, which leaves nobody to open /admin" },
} as const;

/** The website's refusal, with the options that only the command line has. */
async function sayingForce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.userMessage?.key !== "error.last-founder") throw error;
    const name = String(error.userMessage.values.name);
    throw new DomainError(
      "not_allowed",
      `${name} is the only founder, so nobody else could open /admin: make somebody else a founder first (./guffaw user perk NAME --add founder), or add --force.`,
    );
  }
}

const create: Command = {
  name: "user create",
  args: "NAME",
  summary: "create an account",
  count: [1, 1],
  options: {
    email: { type: "string", value: "E", help: "e-mail address" },
    "password-stdin": {
      type: "boolean",
      help: "read the password from standard input; without a password nobody can sign in",
    },
    bio: { type: "string", value: "B", help: "a few words about the person" },
    perk: { type: "string", multiple: true, value: "PERK", help: `${PERKS.join(", ")}; may be repeated` },
  },
  async run(call) {
    const { values, terminal } = call;
    const perks = perksOf(list(values, "perk"), "perk");
    const password = values["password-stdin"] ? (await terminal.stdin()).replace(/\r?\n$/, "") : undefined;
    const input = { username: call.args[0]!, email: text(values, "email"), bio: text(values, "bio"), password, perks };
    const user = await withServices(call, (_, ctx) => createUser(ctx, input));
    return {
      json: { id: user.id, username: user.username, tag: user.tag },
      text: `Created ${user.username}#${user.tag}, id ${user.id}.\nNext: ./guffaw key create ${user.username} --name "my first key"`,
    };
  },
};

const show: Command = {
  name: "user show",
  args: "NAME",
  summary: "show an account",
  count: [1, 1],
  run: (call) => reading(call, async (_, ctx) => describeUser(await findUserBy(ctx, call.args[0]!), ctx.now)),
};

const perk: Command = {
  name: "user perk",
  args: "NAME",
  summary: "add or remove perks",
  count: [1, 1],
  options: {
    add: { type: "string", multiple: true, value: "PERK", help: `add it: ${PERKS.join(", ")}` },
    remove: { type: "string", multiple: true, value: "PERK", help: "remove it" },
    until: { type: "string", value: "DATE", help: "with --add pro: the end date, or a duration such as 30d" },
    ...FORCE,
  },
  run: (call) => {
    const add = perksOf(list(call.values, "add"), "add");
    const remove = perksOf(list(call.values, "remove"), "remove");
    if (add.length + remove.length === 0) throw new UsageError("Give --add PERK or --remove PERK.");
    const both = add.find((one) => remove.includes(one));
    if (both) throw new UsageError(`The perk ${both} cannot be both added and removed.`);
    return withServices(call, async (_, ctx) => {
      const end = text(call.values, "until");
      const until = end === undefined ? undefined : momentOf("until", end, ctx.now);
      const input = { user: call.args[0]!, add, remove, until, force: call.values.force === true };
      return describeUser(await sayingForce(() => changePerks(ctx, input)), ctx.now);
    });
  },
};

const suspend: Command = {
  name: "user suspend",
  args: "NAME",
  summary: "suspend an account; what it has posted stays",
  count: [1, 1],
  options: {
    until: { type: "string", value: "DATE", help: "the end date, or a duration such as 7d (default: no end)" },
    reason: { type: "string", value: "R", help: "why; the account's owner sees it" },
    lift: { type: "boolean", help: "end the suspension" },
    ...FORCE,
  },
  run: (call) => {
    const [end, reason] = [text(call.values, "until"), text(call.values, "reason")];
    const lift = call.values.lift === true;
    if (lift && (end !== undefined || reason !== undefined))
      throw new UsageError("--until and --reason go with a suspension, not with --lift.");
    return withServices(call, async (_, ctx) => {
      const until = end === undefined ? undefined : momentOf("until", end, ctx.now);
      const input = { user: call.args[0]!, reason, until, force: call.values.force === true };
      const user = lift ? await liftSuspension(ctx, input) : await sayingForce(() => suspendUser(ctx, input));
      const { json } = describeUser(user, ctx.now);
      const ends = json.suspension?.until ? ` until ${json.suspension.until}` : "";
      const summary = lift
        ? `${user.username} is no longer suspended.`
        : `Suspended ${user.username}${ends}; --lift undoes it.`;
      return { json, text: summary };
    });
  },
};

const remove: Command = {
  name: "user delete",
  args: "NAME",
  summary: "delete an account and everything it posted, for good",
  count: [1, 1],
  options: { ...YES, ...FORCE },
  run: (call) =>
    withServices(call, async (_, ctx) => {
      const force = call.values.force === true;
      const user = await findUserBy(ctx, call.args[0]!);
      const last = await whyLast(ctx, user);
      if (last && !force) throw last;
      await confirm(
        call,
        (await lossOf(ctx, user)) + (last ? " It is the last founder, so nobody could open /admin." : ""),
      );
      const { username, memes } = await sayingForce(() => deleteUser(ctx, user.id, { force }));
      const summary = `Deleted ${username} with ${memes} meme${memes === 1 ? "" : "s"}, all ratings, comments, follows and keys.`;
      return { json: { username, memes }, text: summary };
    }),
};

/** The refusal to delete the last founder; undefined for anybody else. */
async function whyLast(ctx: Ctx, user: User): Promise<DomainError | undefined> {
  try {
    await sayingForce(() => inFreeingTransaction(ctx, (tx) => requireAnotherFounder(tx, user)));
    return undefined;
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_allowed") return error;
    throw error;
  }
}

async function lossOf({ db }: Ctx, { id, username, submittedCount }: User): Promise<string> {
  const { comments, ratings, keys } = await countMadeBy(db, id);
  const works = [counted(submittedCount, "meme"), counted(comments, "comment"), counted(ratings, "rating")];
  return `The account ${username} will be deleted for good, with ${works.join(", ")} and ${counted(keys, "API key")}.`;
}

const reset: Command = {
  name: "user reset",
  args: "NAME",
  summary: "print a link to set a new password for an account",
  count: [1, 1],
  run: (call) =>
    withServices(call, async (services, ctx) => {
      const url = await publicUrl(services);
      const user = await findUserBy(ctx, call.args[0]!);
      if (isSuspended(user, ctx.now))
        throw new DomainError(
          "not_allowed",
          `${user.username} is suspended; ./guffaw user suspend ${user.username} --lift undoes it.`,
        );
      const link = `${url}/reset/${(await makeResetLink(ctx, user.id)).secret}`;
      const expires = iso(ctx.now + RESET_MS);
      return { json: { username: user.username, link, expires }, text: `${link}\n\nValid once, within the next hour.` };
    }),
};

export const userCommands = [create, show, listUsers, perk, reset, suspend, remove];
