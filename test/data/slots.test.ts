import { expect, test } from "bun:test";

import { BLOCK, SlotBlock } from "../../src/data/slots.ts";

test("a block gives each slot's id, whatever its length, and nothing for empty slots", () => {
  const ids = ["7", "1234567890123456789", "12345678901234567890"];
  const block = new SlotBlock(
    BLOCK,
    ids.map((id, i) => ({ slot: BLOCK + 2 * i, id })),
  );
  expect([0, 1, 2, 3, 4, BLOCK - 1].map((index) => block.idAt(index))).toEqual([
    ids[0],
    undefined,
    ids[1],
    undefined,
    ids[2],
    undefined,
  ]);
});
