import { describe, expect, test } from "bun:test";

import { Interruption } from "../src/interruption.ts";

describe("a wait that may be cut off", () => {
  test("ends with the outcome of the work, whatever it is", async () => {
    const interruption = new Interruption();
    expect(await interruption.wait(Promise.resolve(1))).toBe(1);
    expect(interruption.wait(Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  });

  test("fails when it is cut off, and so does every later one, for the first reason", async () => {
    const interruption = new Interruption();
    const work = Promise.withResolvers<number>();
    const waiting = interruption.wait(work.promise);
    interruption.interrupt(new Error("too slow"));
    interruption.interrupt(new Error("no room"));
    await expect(waiting).rejects.toThrow("too slow");
    // Nobody waits any more, so nobody hears of it.
    work.reject(new Error("broken"));
    await expect(interruption.wait(Promise.resolve(1))).rejects.toThrow("too slow");
  });

  test("keeps nothing of what came before", async () => {
    const interruption = new Interruption();
    const pieces: WeakRef<Uint8Array>[] = [];
    for (let i = 0; i < 100; i++) {
      const { value } = await interruption.wait(Promise.resolve({ value: new Uint8Array(1000) }));
      pieces.push(new WeakRef(value));
    }
    await Bun.sleep(1);
    Bun.gc(true);
    // The last ones may still be on the stack.
    expect(pieces.filter((one) => one.deref()).length).toBeLessThan(10);
  });
});
