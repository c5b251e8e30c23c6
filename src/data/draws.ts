import type { Age } from "../entities/age.ts";
import { allReady, whenReady } from "../when-ready.ts";
import { prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";

/** Memes drawn ahead. Each is handed out once. */
export interface Draws<M> {
  memes: M[];
  /** How many there were. */
  size: DrawSize;
}

/** There is a statement for each size. */
export const DRAW_SIZES = [1, 8, 64] as const;
export type DrawSize = (typeof DRAW_SIZES)[number];

/** The place of an enabled meme among those of its age: they are numbered without gaps. */
export interface Slot {
  age: Age;
  slot: number;
}

const NO_SLOT = -1;

/** From the index alone. */
const bySlots = Object.fromEntries(
  DRAW_SIZES.map((size) => [
    size,
    prepared((db, age: number, ...slots: number[]) =>
      db.selectFrom("memes").select(["slot", "id"]).where("age", "=", age).where("slot", "in", slots),
    ),
  ]),
);

/** The ids of the memes in these slots, in this order, without those of empty slots. */
export function findIdsInSlots(db: Db, slots: readonly Slot[]): string[] | Promise<string[]> {
  const ages = [...new Set(slots.map(({ age }) => age))];
  const found = ages.map((age) => findOfAge(db, age, slots));
  const inOrder = (maps: Map<number, string>[]) =>
    slots.flatMap(({ age, slot }) => maps[ages.indexOf(age)]!.get(slot) ?? []);
  return whenReady(allReady(found), inOrder);
}

function findOfAge(db: Db, age: Age, slots: readonly Slot[]): Map<number, string> | Promise<Map<number, string>> {
  const wanted = slots.filter((one) => one.age === age).map(({ slot }) => slot);
  const size = DRAW_SIZES.find((one) => wanted.length <= one)!;
  const padded = [...wanted, ...Array.from({ length: size - wanted.length }, () => NO_SLOT)];
  return whenReady(bySlots[size]!(db, age, ...padded), (rows) => new Map(rows.map(({ slot, id }) => [slot!, id])));
}
