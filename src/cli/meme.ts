import { requireMember } from "../core/access.ts";
import { commentOnMeme } from "../core/comments/comment-on-meme.ts";
import { DomainError } from "../errors.ts";
import { addIntegration } from "../core/integrations/add-integration.ts";
import { deleteMeme } from "../core/memes/delete-meme.ts";
import { disableMeme } from "../core/memes/disable-meme.ts";
import { findVisibleMeme, withAuthor } from "../core/memes/find-visible-meme.ts";
import { enableMeme } from "../core/memes/enable-meme.ts";
import { hideMeme } from "../core/moderation/hide-meme.ts";
import { releaseMeme } from "../core/moderation/release-meme.ts";
import { imagePath } from "../core/memes/renditions.ts";
import { submitMeme } from "../core/memes/submit-meme.ts";
import { rateMeme } from "../core/ratings/rate-meme.ts";
import { followUser } from "../core/users/follow-user.ts";
import type { Age } from "../entities/age.ts";
import type { Ctx } from "../core/ctx.ts";
import {
  actAs,
  oneOf,
  required,
  text,
  wholeNumber,
  withServices,
  type Command,
  type CommandCall,
  type Outcome,
} from "./command.ts";
import { confirm, counted, YES } from "./confirm.ts";
import { Progress } from "./progress.ts";
import { publicUrl } from "./public-url.ts";
import { readUpload } from "./read-file.ts";
import { showMeme } from "./show-meme.ts";

const AS = { type: "string", value: "NAME", required: true, help: "the account to act as" } as const;

interface Added {
  memeid: string;
  url: string;
}

const add: Command = {
  name: "meme add",
  args: "FILE…",
  summary: "submit memes: JPEG, PNG, WebP, AVIF or GIF, up to 20 MB each, or videos",
  details:
    "A video appears once the server has encoded it. With --json, it prints memeid and url. For several files, it prints a list, files: each entry has file, and either memeid and url or error.",
  count: [1, Infinity],
  options: {
    author: { type: "string", value: "NAME", required: true, help: "the account that submits them" },
    caption: { type: "string", value: "C", help: "the caption of each" },
    alt: { type: "string", value: "T", help: "what the picture shows, in words" },
    age: { type: "string", value: "1|2|4", help: "1 family friendly, 2 teen (default), 4 mature" },
  },
  run: (call) => {
    const author = required(call.values, "author");
    const age = Number(oneOf("--age", text(call.values, "age") ?? "2", ["1", "2", "4"])) as Age;
    const caption = text(call.values, "caption") ?? "";
    const alt = text(call.values, "alt");
    return withServices(call, async (services, system) => {
      // If nobody knows the port, the path must do.
      const root = await publicUrl(services).catch(() => "");
      const ctx = await actAs(system, author);
      return addAll(call, async (file) => {
        const input = { image: await readUpload(file), caption, alt, age };
        const { meme } = await submitMeme({ ...ctx, now: Date.now() }, input);
        return { memeid: meme.id, url: root + imagePath(meme) };
      });
    });
  },
};

/** Several files are independent: one that is refused does not stop the rest. */
async function addAll({ args, terminal }: CommandCall, addOne: (file: string) => Promise<Added>): Promise<Outcome> {
  const said = ({ memeid, url }: Added) => `${memeid}  ${url}`;
  if (args.length === 1) {
    const added = await addOne(args[0]!);
    return { json: added, text: said(added) };
  }
  const progress = new Progress(terminal, "Adding", args.length, "memes");
  const files: ({ file: string } & (Added | { error: string }))[] = [];
  for (const file of args) {
    try {
      const added = await addOne(file);
      files.push({ file, ...added });
      terminal.say(said(added));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      files.push({ file, error: error.message });
      terminal.warn(`${file}: ${error.message}\n`);
    }
    progress.add(1);
  }
  progress.end();
  const refused = files.filter((one) => "error" in one).length;
  if (refused === 0) return { json: { files } };
  const error = `${refused} of ${args.length} files ${refused === 1 ? "was" : "were"} refused.`;
  terminal.warn(`guffaw: ${error}\n`);
  return { json: { files, error }, exitCode: 1 };
}

const change = (
  name: string,
  summary: string,
  done: string,
  act: (ctx: Ctx, id: string) => Promise<void>,
): Command => ({
  name: `meme ${name}`,
  args: "MEMEID",
  summary,
  count: [1, 1],
  run: (call) =>
    withServices(call, async (_, ctx) => {
      await act(ctx, call.args[0]!);
      return { json: { memeid: call.args[0]!, success: true }, text: `${done} the meme ${call.args[0]}.` };
    }),
});

const BY = { type: "string", value: "NAME", help: "the staff member who does it (default: the operator)" } as const;
const actingStaff = async (ctx: Ctx, as: string | undefined) => (as === undefined ? ctx : actAs(ctx, as));

const hide: Command = {
  name: "meme hide",
  args: "MEMEID",
  summary: "hide a meme as staff; its author sees why and cannot unhide it",
  details: "With --as, that account sends the author a notice.",
  count: [1, 1],
  options: { reason: { type: "string", value: "R", required: true, help: "why; the author sees it" }, as: BY },
  run: (call) => {
    const reason = required(call.values, "reason");
    return withServices(call, async (_, system) => {
      const memeId = call.args[0]!;
      await hideMeme(await actingStaff(system, text(call.values, "as")), { memeId, reason });
      const next = `./guffaw meme release ${memeId} undoes it.`;
      return { json: { memeid: memeId, success: true }, text: `Hid the meme ${memeId}; ${next}` };
    });
  },
};

const release: Command = {
  name: "meme release",
  args: "MEMEID",
  summary: "make a meme that staff hid visible again",
  count: [1, 1],
  options: { as: BY },
  run: (call) =>
    withServices(call, async (_, system) => {
      const memeId = call.args[0]!;
      await releaseMeme(await actingStaff(system, text(call.values, "as")), memeId);
      return { json: { memeid: memeId, success: true }, text: `Released the meme ${memeId}.` };
    }),
};

const remove: Command = {
  name: "meme delete",
  args: "MEMEID",
  summary: "delete a meme for good, with its image, ratings and comments",
  count: [1, 1],
  options: YES,
  run: (call) =>
    withServices(call, async (_, ctx) => {
      const { meme, author } = await withAuthor(ctx, await findVisibleMeme(ctx, call.args[0]!));
      const [ratings, comments] = [counted(meme.rating.total, "rating"), counted(meme.commentCount, "comment")];
      await confirm(
        call,
        `The meme ${meme.id} of ${author.username} will be deleted for good, with its image, ${ratings} and ${comments}.`,
      );
      await deleteMeme(ctx, meme.id);
      return { json: { memeid: meme.id, success: true }, text: `Deleted the meme ${meme.id}.` };
    }),
};

const rate: Command = {
  name: "rate",
  args: "MEMEID",
  summary: "rate a meme",
  count: [1, 1],
  options: {
    as: AS,
    rating: { type: "string", value: "1-5", required: true, help: "a second rating replaces the first" },
  },
  run: (call) => {
    const rating = wholeNumber("--rating", required(call.values, "rating"), 1, 5);
    const as = required(call.values, "as");
    return withServices(call, async (_, system) => {
      const { memeId } = await rateMeme(await actAs(system, as), { memeId: call.args[0]!, rating });
      return { json: { memeid: memeId, rating }, text: `${as} rated the meme ${memeId} with ${rating}.` };
    });
  },
};

const comment: Command = {
  name: "comment",
  args: "MEMEID",
  summary: "comment on a meme",
  count: [1, 1],
  options: {
    as: AS,
    content: { type: "string", value: "C", required: true, help: "what to say" },
    parent: { type: "string", value: "ID", help: "the comment to reply to" },
  },
  run: (call) => {
    const [as, content] = [required(call.values, "as"), required(call.values, "content")];
    const parent = text(call.values, "parent");
    const replyTo = parent === undefined ? undefined : wholeNumber("--parent", parent, 1, 2 ** 31 - 1);
    return withServices(call, async (_, system) => {
      const input = { memeId: call.args[0]!, content, parent: replyTo };
      const { id, memeId } = await commentOnMeme(await actAs(system, as), input);
      return { json: { id: String(id), memeid: memeId }, text: `${as} commented on the meme ${memeId}.` };
    });
  },
};

const follow: Command = {
  name: "follow",
  args: "NAME",
  summary: "make one account follow another",
  count: [1, 1],
  options: { as: AS },
  run: (call) => {
    const as = required(call.values, "as");
    return withServices(call, async (_, system) => {
      const ctx = await actAs(system, as);
      const news = await followUser(ctx, call.args[0]!);
      const follower = requireMember(ctx.actor).user.username;
      if (!news) throw new DomainError("invalid", `${follower} already follows ${call.args[0]}.`);
      return { json: { follower, followed: call.args[0]! }, text: `${follower} follows ${call.args[0]}.` };
    });
  },
};

const integration: Command = {
  name: "integration add",
  args: "NAME SERVICE ACCOUNT",
  summary: "record an account on another service",
  count: [3, 3],
  run: (call) =>
    withServices(call, async (_, system) => {
      const [name, service, account] = call.args as [string, string, string];
      const ctx = await actAs(system, name);
      const kept = await addIntegration(ctx, { service, account });
      const { username } = requireMember(ctx.actor).user;
      return { json: { username, ...kept }, text: `${username} is ${kept.account} on ${kept.service}.` };
    }),
};

export const memeCommands = [
  add,
  showMeme,
  change("disable", "hide a meme from everyone but its author", "Disabled", disableMeme),
  change("enable", "show a meme again", "Enabled", enableMeme),
  hide,
  release,
  remove,
  rate,
  comment,
  follow,
  integration,
];
