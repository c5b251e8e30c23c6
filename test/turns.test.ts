import { expect, test } from "bun:test";

import { Turns } from "../src/turns.ts";

const LIMITS = { atOnce: 2, maxWaiting: 6, maxWaitingOfOne: 4 };

/** Asks for a turn, and records in the list when it comes. */
function ask(turns: Turns, account: string, order: string[]) {
  const asked = turns.enter(account).then((end) => {
    order.push(account);
    return end;
  });
  asked.catch(() => {});
  return asked;
}

test("an account without running work goes before one that has some", async () => {
  const turns = new Turns(LIMITS);
  const order: string[] = [];
  const [first, second] = [ask(turns, "greedy", order), ask(turns, "greedy", order)];
  const more = [1, 2, 3].map(() => ask(turns, "greedy", order));
  const other = ask(turns, "other", order);
  (await first)();
  const end = await other;
  expect(order).toEqual(["greedy", "greedy", "other"]);
  end();
  (await second)();
  for (const one of more) (await one)();
  expect([order.length, turns.waiting]).toEqual([6, 0]);
});

test("accounts take turns", async () => {
  const turns = new Turns({ ...LIMITS, atOnce: 1 });
  const order: string[] = [];
  const asked = ["a", "a", "a", "b", "b", "c"].map((account) => ask(turns, account, order));
  const ends = asked.map((one) => one.then((end) => end()));
  await Promise.all(ends);
  expect(order.join("")).toBe("aabcab");
});

test("an account has at most four waiting, and if all places are taken the one with the most gives way", async () => {
  const turns = new Turns(LIMITS);
  const order: string[] = [];
  const working = [ask(turns, "x", order), ask(turns, "x", order)];
  const asked = ["a", "a", "a", "a", "b", "b"].map((account) => ask(turns, account, order));
  expect(ask(turns, "a", order)).rejects.toThrow("Too many images");
  const newcomer = ask(turns, "c", order);
  expect(asked[3]!).rejects.toThrow("Too many images");
  // "b" has no fewer than "a" would have left.
  expect(turns.waiting).toBe(6);
  for (const one of working) (await one)();
  for (const one of [asked[0]!, asked[4]!, newcomer, asked[1]!, asked[5]!, asked[2]!]) (await one)();
  expect(turns.waiting).toBe(0);
});
