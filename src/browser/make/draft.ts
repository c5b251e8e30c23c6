// What somebody is making, kept in the browser until it is posted: also without a network, and while a guest signs in.
import type { Recipe } from "../../compose/recipe.ts";
import type { BasePicture } from "./bases.ts";

/** What the editor begins with. */
export interface Start {
  /** Where it came from: "template:7", "remix:7", "edit:7", "boxes:7", or "own". */
  key: string;
  recipe: Recipe;
  bases: BasePicture[];
  /** To be shown in empty fields. */
  samples?: string[];
  title?: string;
}

export interface Draft {
  start: Start;
  /** Whose it is: the id of an account, or empty for a guest. */
  person: string;
  recipe: Recipe;
  /** Pictures of one's own, by name. */
  files: [name: string, file: Blob][];
  /** What is said about it, by the name of its field. */
  typed: Record<string, string>;
  /** Was to be posted when there was no network. */
  waits: boolean;
  /** What it is posted under, however often it is sent. */
  key?: string;
  at: number;
}

const DATABASE = "guffaw-make";
const DRAFTS = "drafts";
const STARTS = "starts";
/** By then nobody remembers the joke. */
const MAX_AGE_MS = 30 * 86_400_000;
const MAX_STARTS = 20;

/** A start as it was last seen, with its pictures, for when there is no network. */
interface KeptStart {
  start: Start;
  pictures: Blob[];
  at: number;
}

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener("upgradeneeded", () => {
      for (const name of [DRAFTS, STARTS]) request.result.createObjectStore(name);
    });
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(new Error("No database.")));
  });

async function inStore<T>(name: string, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(name, "readwrite");
      const request = act(transaction.objectStore(name));
      transaction.addEventListener("complete", () => resolve(request.result));
      transaction.addEventListener("abort", () => reject(new Error("Not stored.")));
    });
  } finally {
    database.close();
  }
}

export const keepDraft = (draft: Draft): Promise<unknown> =>
  inStore(DRAFTS, (store) => store.put(draft, draft.start.key));

export const dropDraft = (key: string): Promise<unknown> => inStore(DRAFTS, (store) => store.delete(key));

/** The next person at this browser does not get it; somebody who has just signed in does. */
const isMeant = (draft: Draft | undefined, person: string): draft is Draft =>
  draft !== undefined && ["", person].includes(draft.person) && Date.now() - draft.at < MAX_AGE_MS;

export async function findDraft(key: string, person: string): Promise<Draft | undefined> {
  const draft = (await inStore(DRAFTS, (store) => store.get(key))) as Draft | undefined;
  return isMeant(draft, person) ? draft : undefined;
}

/** The newest first. Those that nobody will miss are deleted on the way. */
export async function listDrafts(person: string): Promise<Draft[]> {
  const all = (await inStore(DRAFTS, (store) => store.getAll())) as Draft[];
  for (const { at, start } of all) if (Date.now() - at >= MAX_AGE_MS) await dropDraft(start.key);
  return all.filter((draft) => isMeant(draft, person)).sort((a, b) => b.at - a.at);
}

/** So that it can be opened again without a network. */
export async function keepStart(start: Start): Promise<void> {
  const pictures = await Promise.all(start.bases.map(async ({ picture }) => (await fetch(picture)).blob()));
  await inStore(STARTS, (store) => store.put({ start, pictures, at: Date.now() } satisfies KeptStart, start.key));
  const kept = (await inStore(STARTS, (store) => store.getAll())) as KeptStart[];
  const old = kept.sort((a, b) => b.at - a.at).slice(MAX_STARTS);
  for (const { start: one } of old) await inStore(STARTS, (store) => store.delete(one.key));
}

/** With addresses of the kept pictures. */
export async function findStart(key: string): Promise<Start | undefined> {
  const kept = (await inStore(STARTS, (store) => store.get(key))) as KeptStart | undefined;
  if (!kept) return undefined;
  const { start, pictures } = kept;
  return { ...start, bases: start.bases.map((one, at) => ({ ...one, picture: URL.createObjectURL(pictures[at]!) })) };
}
