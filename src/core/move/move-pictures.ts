import type { Row, Table } from "../../data/backup.ts";
import { readBytes, type Storage } from "../../storage/storage.ts";
import { forEachAtOnce, sha256 } from "../backup/format.ts";
import { expectedIn, type Expected } from "../backup/images-of.ts";
import { keyOf, renditionsOf, typeOfKey } from "../memes/renditions.ts";
import type { PreparedSubmission } from "../memes/submit-meme.ts";

/** Tables whose rows name files. A backup leaves out drafts; a move takes them along. */
export const WITH_PICTURES: readonly Table[] = ["memes", "formats", "users", "site_info", "bases", "drafts"];

/** What a row says about each of its files. */
export function picturesIn(table: Table, row: Row): [key: string, expected: Expected][] {
  if (table !== "drafts") return expectedIn(table, row);
  const { image } = JSON.parse(String(row.prepared)) as PreparedSubmission;
  return renditionsOf(image).map((which) => [keyOf(image, which), { imageKey: image.key }]);
}

/** Copies the files of these rows that the new storage does not have. Leaves out what is missing or damaged. */
export async function copyPictures(from: Storage, to: Storage, table: Table, rows: readonly Row[]): Promise<void> {
  const files = new Map(rows.flatMap((row) => picturesIn(table, row)));
  await forEachAtOnce(files, async ([key, { hash }]) => {
    const [original, copy] = await Promise.all([from.open(key), to.open(key)]);
    if (!original || original.size === 0 || copy?.size === original.size) return;
    const bytes = await readBytes(from, key);
    if (!bytes || (hash !== undefined && !sha256(bytes).startsWith(hash))) return;
    await to.put(key, bytes, typeOfKey(key));
  });
}

/** Files of these rows that the new storage does not have, or not in the size that the old one has. */
export async function findLacking(from: Storage, to: Storage, table: Table, rows: readonly Row[]): Promise<string[]> {
  const lacking: string[] = [];
  await forEachAtOnce(new Set(rows.flatMap((row) => picturesIn(table, row).map(([key]) => key))), async (key) => {
    const [original, copy] = await Promise.all([from.open(key), to.open(key)]);
    if (!copy || (original && original.size !== copy.size)) lacking.push(key);
  });
  return lacking;
}
