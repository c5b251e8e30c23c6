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
/** Ids have at most this many characters. */
const WIDTH = 20;

/** The ids in a block of slots, as one text: a tenth of the memory that many texts would take. */
export class SlotBlock {
  readonly bytes = BLOCK * WIDTH + 200;
  readonly #ids: string;

  constructor(first: number, rows: readonly { slot: number | null; id: string }[]) {
    const ids = Array.from({ length: BLOCK }, () => "".padEnd(WIDTH));
    for (const { slot, id } of rows) ids[slot! - first] = id.padEnd(WIDTH);
    this.#ids = ids.join("");
  }

  /** Undefined if the slot is empty. */
  idAt(index: number): string | undefined {
    const start = index * WIDTH;
    return this.#ids.slice(start, start + WIDTH).trimEnd() || undefined;
  }
}

export function readSlots(db: Db, age: Age, block: number): SlotBlock | Promise<SlotBlock> {
  const first = block * BLOCK;
  return whenReady(inBlock(db, age, first, first + BLOCK), (rows) => new SlotBlock(first, rows));
}
