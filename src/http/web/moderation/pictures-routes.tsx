import { z } from "zod";

import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import { banPicture } from "../../../core/moderation/ban-picture.ts";
import { findReviewedMeme } from "../../../core/moderation/find-reviewed-meme.ts";
import { hideMeme } from "../../../core/moderation/hide-meme.ts";
import { hideBannedCopies, listBannedCopies } from "../../../core/moderation/list-banned-copies.ts";
import { listBans } from "../../../core/moderation/list-bans.ts";
import { readReported } from "../../../core/moderation/list-queue.ts";
import { FATES, listMadeFrom, settleMadeFrom } from "../../../core/moderation/made-from.ts";
import { removeMeme } from "../../../core/moderation/remove-meme.ts";
import { unbanPicture } from "../../../core/moderation/unban-picture.ts";
import { cursorInput, decodeCursor, encodeCursor, SMALL_ID, smallIdOf } from "../../cursor.ts";
import { goTo, show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { text } from "../form-fields.ts";
import { page, type WebRoute } from "../web-route.ts";
import { CopiesPage } from "./copies-page.tsx";
import { NewBanPage, PicturesPage, type TypedBan } from "./pictures-pages.tsx";

const BANS = 50;

const list = page({
  method: "GET",
  path: "/moderation/pictures",
  access: "staff",
  input: z.object(cursorInput),
  handle: async (visit, { cursor }) => {
    const after = cursor === undefined ? undefined : decodeCursor(cursor, SMALL_ID);
    const { items, next } = await listBans(visit.ctx, { amount: BANS, skip: 0, after });
    const more = next === undefined ? undefined : `${visit.site.root}/moderation/pictures?cursor=${encodeCursor(next)}`;
    return show(visit, <PicturesPage frame={visit.frame} bans={items} next={more} />);
  },
});

const askNew = page({
  method: "GET",
  path: "/moderation/pictures/new",
  access: "staff",
  input: z.object({ meme: text }),
  handle: async (visit, { meme }) => show(visit, <NewBanPage frame={visit.frame} {...await memeOf(visit, meme)} />),
});

async function memeOf({ ctx }: Visit, id: string) {
  const meme = await findReviewedMeme(ctx, id);
  return { meme, item: await readReported(ctx, meme), made: await listMadeFrom(ctx, { memeId: meme.id, alike: true }) };
}

const newBanPath = (memeId: string) => `/moderation/pictures/new?meme=${encodeURIComponent(memeId.toWellFormed())}`;

const ban = page({
  method: "POST",
  path: "/moderation/pictures",
  access: "staff",
  input: z.object({ meme: text, reason: text, alike: text, fate: text, made: text }),
  handle: async (visit, { meme: memeId, ...typed }) => {
    visit.formPage = newBanPath(memeId);
    const input = { memeId, reason: typed.reason, alike: typed.alike === "1" };
    // Before the ban, which takes the recipes that say so.
    const made = await listMadeFrom(visit.ctx, input);
    const { id, perceptualHashes } = await banPicture(visit.ctx, input);
    await applyFate(visit, memeId, typed);
    await applyFateOfMade(visit, made, typed);
    const { memes } = await listBannedCopies(visit.ctx, id);
    const others = memes.filter((one) => one.meme.id !== memeId);
    const next = others.length > 0 ? `/moderation/pictures/${id}` : "/moderation/pictures";
    return goTo(visit, next, perceptualHashes.length === 0 ? "picture-banned-exactly" : "picture-banned");
  },
  again: async (visit, { meme: memeId, ...typed }, { sentence }) => (
    <NewBanPage frame={visit.frame} {...await memeOf(visit, memeId)} typed={typed} error={sentence} />
  ),
});

/** After the ban, because the picture of a deleted meme could no longer be banned. */
async function applyFate({ ctx }: Visit, memeId: string, { reason, fate }: TypedBan): Promise<void> {
  if (fate === "hide") await hideMeme(ctx, { memeId, reason });
  if (fate === "delete") await removeMeme(ctx, { memeId, reason });
}

const applyFateOfMade = ({ ctx }: Visit, memes: readonly MemeWithAuthor[], { reason, made }: TypedBan) =>
  settleMadeFrom(ctx, {
    memeIds: memes.map(({ meme }) => meme.id),
    fate: FATES.find((one) => one === made) ?? "leave",
    reason,
  });

const unban = page({
  method: "POST",
  path: "/moderation/pictures/{ban}/unban",
  access: "staff",
  handle: async (visit) => {
    await unbanPicture(visit.ctx, smallIdOf(visit.param("ban")));
    return goTo(visit, "/moderation/pictures", "picture-unbanned");
  },
});

const copies = page({
  method: "GET",
  path: "/moderation/pictures/{ban}",
  access: "staff",
  handle: async (visit) => {
    const found = await listBannedCopies(visit.ctx, smallIdOf(visit.param("ban")));
    return show(visit, <CopiesPage frame={visit.frame} {...found} />);
  },
});

const hideCopies = page({
  method: "POST",
  path: "/moderation/pictures/{ban}/hide",
  access: "staff",
  handle: async (visit) => {
    const ban = smallIdOf(visit.param("ban"));
    await hideBannedCopies(visit.ctx, ban);
    return goTo(visit, `/moderation/pictures/${ban}`, "copies-hidden");
  },
});

export const picturesPages: readonly WebRoute[] = [list, askNew, ban, unban, copies, hideCopies];
