import { expect, test } from "bun:test";

import {
  AVATAR_COLORS,
  AVATAR_FACES,
  AVATAR_HATS,
  avatarSvg,
  bornWith,
  drawingName,
  drawingOf,
  parseDrawing,
} from "../../src/core/users/avatar.ts";

const ids = Array.from({ length: 2000 }, (_, i) => String(128225070725201920n + BigInt(i) * 4096n));

test("everybody is born with a look of their own, which never changes", () => {
  const looks = new Set(ids.map((id) => avatarSvg(id, bornWith(id))));
  // Of 9,600 possible ones.
  expect(looks.size).toBeGreaterThan(1700);
  expect(drawingName(bornWith("128225070725201920"))).toBe(drawingName(bornWith("128225070725201920")));
  for (const [part, names] of [
    ["face", AVATAR_FACES],
    ["color", AVATAR_COLORS],
    ["hat", AVATAR_HATS],
  ] as const)
    expect(new Set(ids.map((id) => bornWith(id)[part])).size, part).toBe(names.length);
});

test("a chosen drawing is shown, and one that no longer exists is not", () => {
  const id = ids[0]!;
  expect(drawingOf({ id, avatarDrawing: "cool-teal-crown" })).toEqual({ face: "cool", color: "teal", hat: "crown" });
  expect(drawingOf({ id, avatarDrawing: "cool-teal-colander" })).toEqual(bornWith(id));
  expect(drawingOf({ id, avatarDrawing: undefined })).toEqual(bornWith(id));
  for (const wrong of ["", "cool", "cool-teal", "cool-teal-crown-x", "toString-teal-crown", "cool-teal-constructor"])
    expect(parseDrawing(wrong), wrong).toBeUndefined();
});
