import { z } from "zod";

import { changeCollection } from "../../../core/collections/change-collection.ts";
import { collectIntoNew, collectMeme, uncollectMeme } from "../../../core/collections/collect-meme.ts";
import { createCollection } from "../../../core/collections/create-collection.ts";
import { deleteCollection } from "../../../core/collections/delete-collection.ts";
import { exportCollection } from "../../../core/collections/export-collection.ts";
import { findOwnCollection } from "../../../core/collections/find-collection.ts";
import { listOwnCollections } from "../../../core/collections/list-own-collections.ts";
import { listMemesIn, listSaved } from "../../../core/collections/list-saved.ts";
import { readSave } from "../../../core/collections/read-save.ts";
import { readShared } from "../../../core/collections/read-shared.ts";
import { saveMeme, unsaveMeme } from "../../../core/collections/save-meme.ts";
import { readMarks } from "../../../core/memes/read-marks.ts";
import { readMeme } from "../../../core/memes/read-meme.ts";
import type { Collection } from "../../../entities/collection.ts";
import { cursorInput, decodeCursor, encodeCursor, memeCursor, smallIdOf } from "../../cursor.ts";
import { text } from "../form-fields.ts";
import type { ListPage } from "../meme/walk-list.ts";
import type { Note } from "../note.ts";
import { goTo, json, show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { page, type WebRoute } from "../web-route.ts";
import { answerZip } from "../zip-answer.ts";
import { SaveChooserPage } from "./save-chooser.tsx";
import { SavedPage } from "./saved-page.tsx";
import { SharedPage } from "./shared-page.tsx";
import type { HttpResponse } from "../../../wire/http-response.ts";

const AMOUNT = 20;

const pageAt = (cursor: string | undefined) => ({
  amount: AMOUNT,
  skip: 0,
  after: cursor === undefined ? undefined : decodeCursor(cursor, memeCursor),
});
const collectionIn = (visit: Visit) => smallIdOf(visit.param("collection"));
const goesOn = ({ site }: Visit, path: string, next: unknown) =>
  next === undefined ? undefined : `${site.root}${path}?cursor=${encodeCursor(next)}`;

interface Shown {
  current?: Collection | undefined;
  cursor?: string | undefined;
  refused?: { name: string; sentence: string };
}

async function savedPage(visit: Visit, { current, cursor, refused }: Shown) {
  const { ctx } = visit;
  const read = current ? listMemesIn(ctx, current, pageAt(cursor)) : listSaved(ctx, pageAt(cursor));
  const [{ items, next }, collections] = await Promise.all([read, listOwnCollections(ctx)]);
  return (
    <SavedPage
      frame={visit.frame}
      collections={collections}
      current={current}
      memes={items}
      marks={await readMarks(ctx, items)}
      next={goesOn(visit, current ? `/saved/${current.id}` : "/saved", next)}
      refused={refused}
    />
  );
}

/** A page of what somebody saved, by its address: everything, one collection, or one that is shared. */
export async function readSavedList(
  visit: Visit,
  path: string,
  query: object,
  back?: boolean,
): Promise<ListPage | undefined> {
  const { data } = z.object(cursorInput).safeParse(query);
  const [, kind, name] = /^\/(saved|shared)(?:\/([^/]+))?$/.exec(path) ?? [];
  const { ctx, me } = visit;
  if (!data || !kind || (kind === "saved" && !me) || (kind === "shared" && !name)) return undefined;
  const at = { ...pageAt(data.cursor), back };
  const one = kind === "shared" ? (await readShared(ctx, name!)).collection : name && smallIdOf(name);
  const current = typeof one === "number" ? await findOwnCollection(ctx, one) : one || undefined;
  const { items, next } = current ? await listMemesIn(ctx, current, at) : await listSaved(ctx, at);
  return { items, next: goesOn(visit, path, next) };
}

const saved = page({
  method: "GET",
  path: "/saved",
  restorable: true,
  access: "member",
  input: z.object(cursorInput),
  handle: async (visit, { cursor }) => show(visit, await savedPage(visit, { cursor })),
});

const create = page({
  method: "POST",
  path: "/saved",
  access: "member",
  input: z.object({ name: text }),
  handle: async (visit, input) => {
    const { id } = await createCollection(visit.ctx, input);
    return goTo(visit, `/saved/${id}`, "collection-made");
  },
  again: (visit, { name }, { sentence }) => savedPage(visit, { refused: { name, sentence } }),
});

const collection = page({
  method: "GET",
  path: "/saved/{collection}",
  access: "member",
  input: z.object(cursorInput),
  handle: async (visit, { cursor }) => {
    const current = await findOwnCollection(visit.ctx, collectionIn(visit));
    return show(visit, await savedPage(visit, { current, cursor }));
  },
});

const rename = page({
  method: "POST",
  path: "/saved/{collection}",
  access: "member",
  input: z.object({ name: text }),
  handle: async (visit, { name }) => {
    const { id } = await changeCollection(visit.ctx, { id: collectionIn(visit), name });
    return goTo(visit, `/saved/${id}`, "saved");
  },
  again: async (visit, { name }, { sentence }) => {
    const current = await findOwnCollection(visit.ctx, collectionIn(visit));
    return savedPage(visit, { current, refused: { name, sentence } });
  },
});

const share = (name: "share" | "unshare", note: Note) =>
  page({
    method: "POST",
    path: `/saved/{collection}/${name}`,
    access: "member",
    handle: async (visit) => {
      const { id } = await changeCollection(visit.ctx, { id: collectionIn(visit), shared: name === "share" });
      return goTo(visit, `/saved/${id}`, note);
    },
  });

const downloadAll = page({
  method: "POST",
  path: "/saved/download",
  formPage: "/saved",
  access: "member",
  handle: (visit) => download(visit, "saved", undefined),
});

const downloadOne = page({
  method: "POST",
  path: "/saved/{collection}/download",
  access: "member",
  handle: (visit) => download(visit, `collection-${visit.param("collection")}`, collectionIn(visit)),
});

async function download(visit: Visit, name: string, id: number | undefined): Promise<HttpResponse> {
  const files = await exportCollection(visit.ctx, id);
  visit.website.limits.export(visit.me!.id);
  return answerZip(visit, name, files);
}

const drop = page({
  method: "POST",
  path: "/saved/{collection}/delete",
  access: "member",
  handle: async (visit) => {
    await deleteCollection(visit.ctx, collectionIn(visit));
    return goTo(visit, "/saved", "collection-deleted");
  },
});

const shared = page({
  method: "GET",
  path: "/shared/{key}",
  restorable: true,
  access: "anyone",
  input: z.object(cursorInput),
  handle: async (visit, { cursor }) => {
    const { ctx, frame } = visit;
    const one = await readShared(ctx, visit.param("key"));
    const { items, next } = await listMemesIn(ctx, one.collection, pageAt(cursor));
    const more = goesOn(visit, `/shared/${one.collection.shareKey}`, next);
    const marks = await readMarks(ctx, items);
    return show(visit, <SharedPage frame={frame} shared={one} memes={items} marks={marks} next={more} />);
  },
});

async function chooserPage(visit: Visit, refused?: { name: string; sentence: string }) {
  const id = visit.param("id");
  const [one, save] = await Promise.all([readMeme(visit.ctx, id), readSave(visit.ctx, id)]);
  return <SaveChooserPage frame={visit.frame} one={one} save={save} {...(refused ? { refused } : {})} />;
}

const choose = page({
  method: "GET",
  path: "/meme/{id}/save",
  access: "member",
  handle: async (visit) => show(visit, await chooserPage(visit)),
});

/** Into a collection, a new one, or none. */
const save = page({
  method: "POST",
  path: "/meme/{id}/save",
  access: "member",
  input: z.object({ collection: text, name: z.string().optional() }),
  handle: async (visit, { collection: number, name }) => {
    const memeId = visit.param("id");
    const { ctx } = visit;
    if (name !== undefined) await collectIntoNew(ctx, { memeId, name });
    else if (number) await collectMeme(ctx, { memeId, collectionId: smallIdOf(number) });
    else await saveMeme(ctx, memeId);
    return visit.wantsJson ? json(visit, { saved: true }) : goTo(visit, `/meme/${memeId}/save`, "meme-saved");
  },
  again: (visit, { name = "" }, { sentence }) => chooserPage(visit, { name, sentence }),
});

/** From one collection, or altogether. */
const unsave = page({
  method: "POST",
  path: "/meme/{id}/unsave",
  access: "member",
  formPage: "/meme/{id}/save",
  input: z.object({ collection: text }),
  handle: async (visit, { collection: number }) => {
    const memeId = visit.param("id");
    if (number) await uncollectMeme(visit.ctx, { memeId, collectionId: smallIdOf(number) });
    else await unsaveMeme(visit.ctx, memeId);
    if (visit.wantsJson) return json(visit, { saved: number !== "" });
    return number ? goTo(visit, `/meme/${memeId}/save`) : goTo(visit, `/meme/${memeId}`, "meme-unsaved");
  },
});

export const savedPages: readonly WebRoute[] = [
  saved,
  create,
  collection,
  rename,
  share("share", "shared"),
  share("unshare", "unshared"),
  downloadAll,
  downloadOne,
  drop,
  shared,
  choose,
  save,
  unsave,
];
