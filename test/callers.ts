import { AUDIENCES, type Audience } from "../src/core/access.ts";
import { suspendUser } from "../src/core/users/suspend-user.ts";
import type { TestMember, World } from "./world.ts";

type Perk = Exclude<Audience, "anyone" | "member">;

export const PERKS = AUDIENCES.filter((audience): audience is Perk => audience !== "anyone" && audience !== "member");

/** Every kind of caller: one of each audience, somebody suspended, and the author of the content. */
export const PEOPLE = ["suspended", "member", "author", ...PERKS] as const;
export type Person = (typeof PEOPLE)[number];

/** For the access tables of the API and the website. */
export async function peopleOf(world: World): Promise<Record<Person, TestMember>> {
  const suspended = await world.member({ perks: ["pro"], permissions: ["Ratings", "View Integrations"] });
  await suspendUser(world.ctx(), { user: suspended.user.id });
  return {
    suspended,
    member: await world.member(),
    author: await world.member(),
    translator: await world.member({ perks: ["translator"] }),
    staff: await world.member({ perks: ["staff"] }),
    founder: await world.member({ perks: ["founder"] }),
  };
}
