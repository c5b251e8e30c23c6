import { z } from "zod";

import { changeCollection } from "../../../core/collections/change-collection.ts";
import { collectMeme, uncollectMeme } from "../../../core/collections/collect-meme.ts";
import { createCollection, MAX_COLLECTION_NAME } from "../../../core/collections/create-collection.ts";
import { deleteCollection } from "../../../core/collections/delete-collection.ts";
import { findOwnCollection } from "../../../core/collections/find-collection.ts";
import { listOwnCollections } from "../../../core/collections/list-own-collections.ts";
import { listCollectedMemes, listMemesIn } from "../../../core/collections/list-saved.ts";
import { readShared } from "../../../core/collections/read-shared.ts";
import { english } from "../../../words/en/index.ts";
import { memeCursor, smallIdOf } from "../../cursor.ts";
import { optionalFlag } from "../../fields.ts";
import type { ApiCall } from "../api-call.ts";
import { route } from "../api-route.ts";
import { listInput, listRefusal } from "../lists.ts";
import { MEME_ID, NO_MEME, presentingOf } from "../presenting.ts";
import { done, DONE, FEED, succeeded } from "./common.ts";
import { exampleCollection, exampleShared } from "./examples.ts";
import { answerMemes, MEMES } from "./meme-list.ts";
import { presentCollection, presentCollections, presentShared } from "./present-collections.ts";
import { Collection, CollectionMade, SharedCollection } from "./schemas.ts";

const TAG = "Saved";
const COLLECTION = { collection: { description: "The collection's id", example: String(exampleCollection.id) } };
const SHARE_KEY = {
  key: { description: "The last part of share_url", example: exampleCollection.share_url.split("/").at(-1)! },
};
const NO_COLLECTION = english["error.no-collection"];
const NOT_SHARED = english["error.not-shared"];
const NAME_TAKEN = "You already have a collection called Office.";
const BAD_SHARED = "Send true or false as shared.";

const name = z.string({ error: "Send the name of the collection in the parameter name." });
const asName = { maxLength: MAX_COLLECTION_NAME, example: exampleCollection.name };

const collectionIn = (call: ApiCall) => smallIdOf(call.params.collection!);

const getCollections = route({
  name: "getCollections",
  method: "GET",
  path: "/collections",
  access: "member",
  tag: TAG,
  summary: "List your collections",
  description: "By name, all of them: there are at most 100.",
  answer: { description: "The collections.", schema: z.array(Collection), example: [exampleCollection] },
  handle: async (call) => presentCollections(await listOwnCollections(call.ctx), presentingOf(call)),
});

const postCollection = route({
  name: "createCollection",
  method: "POST",
  path: "/collections",
  access: "member",
  needs: ["Write"],
  tag: TAG,
  summary: "Create a collection",
  description: "It is private until you share it.",
  input: z.object({ name: name.describe("Unique among yours, whatever its case").meta(asName) }),
  answer: {
    status: 201,
    description: "The collection.",
    schema: CollectionMade,
    example: { success: true, ...exampleCollection, memes: 0, shared: false, share_url: "" },
  },
  refusals: { 400: NAME_TAKEN },
  handle: async (call, input) =>
    succeeded(presentCollection(await createCollection(call.ctx, input), presentingOf(call))),
});

const getCollection = route({
  name: "getCollection",
  method: "GET",
  path: "/collections/{collection}",
  access: "member",
  tag: TAG,
  summary: "Get one of your collections",
  params: COLLECTION,
  answer: { description: "The collection.", schema: Collection, example: exampleCollection },
  refusals: { 404: NO_COLLECTION },
  handle: async (call) => presentCollection(await findOwnCollection(call.ctx, collectionIn(call)), presentingOf(call)),
});

const patchCollection = route({
  name: "changeCollection",
  method: "PATCH",
  path: "/collections/{collection}",
  access: "member",
  needs: ["Write"],
  tag: TAG,
  summary: "Rename, share or unshare a collection",
  description:
    "Anything you don't send stays as it is. Sharing gives the collection an address that nobody can guess. Unsharing makes that address useless for good: sharing it again makes another one.",
  params: COLLECTION,
  input: z.object({
    name: name.optional().describe("Unique among yours, whatever its case").meta(asName),
    shared: optionalFlag(BAD_SHARED).describe("Whether anyone who has its address can see it"),
  }),
  answer: {
    description: "The collection as it is now.",
    schema: CollectionMade,
    example: { success: true, ...exampleCollection },
  },
  refusals: { 400: NAME_TAKEN, 404: NO_COLLECTION },
  handle: async (call, input) => {
    const changed = await changeCollection(call.ctx, { id: collectionIn(call), ...input });
    return succeeded(presentCollection(changed, presentingOf(call)));
  },
});

const dropCollection = route({
  name: "deleteCollection",
  method: "DELETE",
  path: "/collections/{collection}",
  access: "member",
  needs: ["Write"],
  tag: TAG,
  summary: "Delete a collection",
  description: "Its memes stay saved.",
  params: COLLECTION,
  answer: DONE,
  refusals: { 404: NO_COLLECTION },
  handle: (call) => done(deleteCollection(call.ctx, collectionIn(call))),
});

const getCollectionMemes = route({
  name: "getCollectionMemes",
  method: "GET",
  path: "/collections/{collection}/memes",
  access: "member",
  tag: TAG,
  summary: "List the memes in one of your collections",
  description: "What you added last comes first. Long lists are paginated through the Link header.",
  params: COLLECTION,
  input: z.object(listInput(FEED)),
  answer: MEMES,
  refusals: { 400: listRefusal(FEED), 404: NO_COLLECTION },
  handle: async (call, list) => {
    const id = collectionIn(call);
    return answerMemes(call, list, memeCursor, (query) => listCollectedMemes(call.ctx, id, query));
  },
});

const placeRoute = (method: "PUT" | "DELETE", act: typeof collectMeme) =>
  route({
    name: method === "PUT" ? "addToCollection" : "removeFromCollection",
    method,
    path: "/collections/{collection}/memes/{id}",
    access: "member",
    needs: ["Write"],
    tag: TAG,
    summary: method === "PUT" ? "Add a meme to a collection" : "Remove a meme from a collection",
    description: method === "PUT" ? "Saves it, too. Does nothing if it is there." : "The meme stays saved.",
    params: { ...COLLECTION, ...MEME_ID },
    answer: DONE,
    refusals: { 404: method === "PUT" ? NO_MEME : NO_COLLECTION },
    handle: (call) => done(act(call.ctx, { memeId: call.params.id!, collectionId: collectionIn(call) })),
  });

const getShared = route({
  name: "getShared",
  method: "GET",
  path: "/shared/{key}",
  access: "member",
  tag: TAG,
  summary: "Get a collection that somebody shares",
  params: SHARE_KEY,
  answer: { description: "The collection.", schema: SharedCollection, example: exampleShared },
  refusals: { 404: NOT_SHARED },
  handle: async (call) => presentShared(await readShared(call.ctx, call.params.key!), presentingOf(call)),
});

const getSharedMemes = route({
  name: "getSharedMemes",
  method: "GET",
  path: "/shared/{key}/memes",
  access: "member",
  tag: TAG,
  summary: "List the memes in a shared collection",
  description: "Without those that are hidden from you. Long lists are paginated through the Link header.",
  params: SHARE_KEY,
  input: z.object(listInput(FEED)),
  answer: MEMES,
  refusals: { 400: listRefusal(FEED), 404: NOT_SHARED },
  handle: async (call, list) => {
    const { collection } = await readShared(call.ctx, call.params.key!);
    return answerMemes(call, list, memeCursor, (query) => listMemesIn(call.ctx, collection, query));
  },
});

export const collectionRoutes = [
  getCollections,
  postCollection,
  getCollection,
  patchCollection,
  dropCollection,
  getCollectionMemes,
  placeRoute("PUT", collectMeme),
  placeRoute("DELETE", uncollectMeme),
  getShared,
  getSharedMemes,
];
