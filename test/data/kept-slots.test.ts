import { expect, test } from "bun:test";

import { KeptSlots } from "../../src/data/kept-slots.ts";
import { DatabaseMeter } from "../../src/data/meter.ts";
import { BLOCK } from "../../src/data/slots.ts";

const BLOCK_BYTES = BLOCK * 20;
const IDS = ["7", "1234567890123456789", "12345678901234567890"];

const open = (blocks: number) => new KeptSlots(blocks * BLOCK_BYTES, new DatabaseMeter());
const keep = (slots: KeptSlots, block: number, ids: readonly string[]) =>
  slots.put(
    { age: 2, slot: block * BLOCK },
    ids.map((id, i) => ({ slot: block * BLOCK + 2 * i, id })),
  );
const idsIn = (slots: KeptSlots, block: number, indexes: readonly number[]) =>
  indexes.map((index) => slots.idIn({ age: 2, slot: block * BLOCK + index }));

test("a block gives each slot's id, whatever its length, and an empty text for empty slots", () => {
  const slots = open(3);
  keep(slots, 1, IDS);
  expect(idsIn(slots, 1, [0, 1, 2, 3, 4, BLOCK - 1])).toEqual([IDS[0], "", IDS[1], "", IDS[2], ""]);
});

test("nothing is known of other blocks and ages", () => {
  const slots = open(3);
  keep(slots, 1, IDS);
  expect(idsIn(slots, 0, [0])).toEqual([undefined]);
  expect(idsIn(slots, 5000, [0])).toEqual([undefined]);
  expect(slots.idIn({ age: 1, slot: BLOCK })).toBeUndefined();
  expect(slots.idIn({ age: 4, slot: BLOCK })).toBeUndefined();
});

test("forgets everything, and nothing of it is left in a block that is kept in the same place", () => {
  const slots = open(3);
  keep(slots, 1, IDS);
  slots.clear();
  expect(idsIn(slots, 1, [0, 2])).toEqual([undefined, undefined]);
  keep(slots, 2, ["8"]);
  expect(idsIn(slots, 2, [0, 2, 4])).toEqual(["8", "", ""]);
});

test("a block that was read before everything was forgotten is told from a later one", () => {
  const slots = open(3);
  const isCurrent = slots.mark();
  expect(isCurrent()).toBe(true);
  slots.clear();
  expect(isCurrent()).toBe(false);
  expect(slots.mark()()).toBe(true);
});

test("wants a block after a few draws without a change, as long as there is room", () => {
  const slots = open(2);
  const draw = (block: number) => slots.wants({ age: 1, slot: block * BLOCK });
  expect([0, 1, 0, 1, 0, 1].map(draw)).toEqual([false, false, false, false, true, true]);
  expect(draw(2)).toBe(false);
  slots.clear();
  expect(draw(0)).toBe(false);
  for (let i = 0; i < 4; i++) draw(0);
  keep(slots, 0, IDS);
  expect(draw(1)).toBe(true);
  keep(slots, 1, IDS);
  expect(draw(1)).toBe(false);
});

test("keeps what was read first if a block was read twice, and nothing without any memory", () => {
  const slots = open(1);
  keep(slots, 0, ["8"]);
  keep(slots, 0, ["9"]);
  expect(idsIn(slots, 0, [0])).toEqual(["8"]);
  const none = open(0);
  keep(none, 0, IDS);
  expect(idsIn(none, 0, [0])).toEqual([undefined]);
});
