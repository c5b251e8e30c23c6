import { expect, test } from "bun:test";

import {
  Guffaw,
  RateLimited,
  type ImageSource,
  type List,
  type Meme,
  type Notification,
  type User,
} from "../../client/src/index.ts";

// Nothing here runs: errors fail the type check. One use of each name keeps the test honest.
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <_ extends true>() => true;

test("results have the types of the description", () => {
  const guffaw = new Guffaw();
  type Of<K extends keyof Guffaw> = Guffaw[K] extends (...args: never[]) => infer R ? R : never;
  const checks = [
    holds<Equal<Of<"meme">, Promise<Meme>>>(),
    holds<Equal<Of<"recentMemes">, List<Meme>>>(),
    holds<Equal<Of<"me">, Promise<User>>>(),
    holds<Equal<Of<"notificationCount">, Promise<number>>>(),
    holds<Equal<Of<"disableMeme">, Promise<void>>>(),
    holds<Equal<User["id"], string>>(),
    holds<Equal<User["joined"], Date>>(),
    holds<Equal<Meme["timestamp"], Date>>(),
    holds<Equal<Meme["age"], 1 | 2 | 4>>(),
    holds<Equal<Notification["type"], 0 | 1 | 2 | 3 | 4>>(),
    holds<Equal<RateLimited["retryAfter"], number>>(),
    holds<Uint8Array extends ImageSource ? true : false>(),
    holds<DataView extends ImageSource ? true : false>(),
    holds<Uint8ClampedArray extends ImageSource ? true : false>(),
    holds<null extends ImageSource ? false : true>(),
    holds<Response extends ImageSource ? false : true>(),
    holds<Equal<Of<"user">, Promise<User>>>(),
  ];
  expect(checks.every(Boolean)).toBe(true);
  const wrong = () => {
    // @ts-expect-error a rating is from 1 to 5
    void guffaw.rate("1", 6);
    // @ts-expect-error ids are strings
    void guffaw.meme(1);
    // @ts-expect-error there is no such period
    guffaw.topMemes({ period: "2d" });
    // @ts-expect-error a report needs a reason
    void guffaw.reportMeme("1", {});
    // @ts-expect-error nothing is called like this
    void new Guffaw({ token: "x" });
    // @ts-expect-error the site chooses the size of these pages
    guffaw.comments("1", { pageSize: 10 });
  };
  expect(wrong).toBeFunction();
});
