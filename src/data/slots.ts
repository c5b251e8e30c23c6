import type { Age } from "../entities/age.ts";
import { whenReady } from "../when-ready.ts";
import { prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";

/** The place of an enabled meme among those of its age: they are numbered without gaps. */
export interface Slot {
  age: Age;
  slot: number;
}

const inSlot = prepared((db, age: number, slot: number) =>
  db.selectFrom("memes").select("id").where("age", "=", age).where("slot", "=", slot),
);

export const findIdInSlot = (db: Db, { age, slot }: Slot): string | undefined | Promise<string | undefined> =>
  whenReady(inSlot(db, age, slot), ([row]) => row?.id);

/** The ids in several slots, each at the place of its slot; undefined if that is empty. */
export async function findIdsInSlots(db: Db, slots: readonly Slot[]): Promise<(string | undefined)[]> {
  const keyOf = (age: number, slot: number) => `${age}/${slot}`;
  const ids = new Map<string, string>();
  for (const [age, of] of Map.groupBy(slots, (one) => one.age)) {
    const wanted = of.map(({ slot }) => slot);
    const rows = await db
      .selectFrom("memes")
      .select(["slot", "id"])
      .where("age", "=", age)
      .where("slot", "in", wanted)
      .execute();
    for (const { slot, id } of rows) ids.set(keyOf(age, slot!), id);
  }
  return slots.map(({ age, slot }) => ids.get(keyOf(age, slot)));
}

/** From the index alone. */
const inBlock = prepared((db, age: number, from: number, to: number) =>
  db.selectFrom("memes").select(["slot", "id"]).where("age", "=", age).where("slot", ">=", from).where("slot", "<", to),
);

/** Slots of one age that are read together. */
export const BLOCK = 64;

export const blockOf = ({ slot }: Slot) => Math.floor(slot / BLOCK);

export interface SlotRow {
  slot: number | null;
  id: string;
}

/** All slots in the block of this one, without those that are empty. */
export function readBlock(db: Db, slot: Slot): readonly SlotRow[] | Promise<readonly SlotRow[]> {
  const first = blockOf(slot) * BLOCK;
  return inBlock(db, slot.age, first, first + BLOCK);
}
