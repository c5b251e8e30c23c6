import type { Save } from "../../../core/collections/read-save.ts";
import type { SharedCollection } from "../../../core/collections/read-shared.ts";
import type { Collection } from "../../../entities/collection.ts";
import { json, jsonArray, jsonOf, type Json } from "../../json.ts";
import { epochSeconds, isoOf } from "../../time.ts";
import type { Presenting } from "../presenting.ts";
import { presentUser } from "./present.ts";

const shareUrlOf = ({ shareKey }: Collection, { addresses }: Presenting) =>
  shareKey === undefined ? "" : `${addresses.url}/shared/${shareKey}`;

const timesOf = (at: number) => ({ timestamp: isoOf(at), timestamp_epoch_seconds: epochSeconds(at) });

export const presentCollection = (collection: Collection, to: Presenting): Json =>
  jsonOf({
    id: collection.id,
    name: collection.name,
    memes: collection.memeCount,
    shared: collection.shareKey !== undefined,
    share_url: shareUrlOf(collection, to),
    ...timesOf(collection.createdAt),
  });

export const presentCollections = (collections: readonly Collection[], to: Presenting): Json =>
  jsonArray(collections.map((one) => presentCollection(one, to)));

export const presentShared = ({ collection, owner }: SharedCollection, to: Presenting): Json =>
  json(
    `{"name":${jsonOf(collection.name)},"owner":${presentUser(owner, to)},` +
      `"share_url":${jsonOf(shareUrlOf(collection, to))},${jsonOf(timesOf(collection.createdAt)).slice(1)}`,
  );

export function presentSave({ savedAt, collections }: Save, to: Presenting): Json {
  const held = collections.filter(({ holds }) => holds).map(({ collection }) => collection);
  const times = savedAt === undefined ? { timestamp: null, timestamp_epoch_seconds: null } : timesOf(savedAt);
  const saved = savedAt !== undefined;
  return json(`{"saved":${saved},"collections":${presentCollections(held, to)},${jsonOf(times).slice(1)}`);
}
