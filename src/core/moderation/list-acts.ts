import { listActs as readActs, type ActsOf } from "../../data/acts.ts";
import type { Act } from "../../entities/act.ts";
import { findUserByName } from "../../data/users.ts";
import { requireStaff } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { isId } from "../ids.ts";
import type { Page } from "../lists.ts";
import { isUsername } from "../users/username.ts";
import { OPERATOR } from "./record-act.ts";
import type { ActKind } from "../../entities/act.ts";

export interface ActQuery {
  /** Name of the staff member. */
  staff?: string;
  /** Name of the person it concerns. */
  person?: string;
  memeId?: string;
  kind?: ActKind;
  /** Words in the note. */
  words?: string;
}

interface People {
  staffId: string | undefined;
  userId: string | undefined;
}

/** Rows scanned for one page at most. The next page continues from there. */
export const MAX_SEARCHED = 2000;

/** The staff log, newest first. Uses one index and filters the rest. */
export async function listActs(
  ctx: Ctx,
  query: ActQuery,
  { amount, after }: { amount: number; after?: number },
): Promise<Page<Act, number>> {
  requireStaff(ctx.actor);
  if (query.memeId !== undefined && !isId(query.memeId)) return { items: [], next: undefined };
  const asked = Object.values(query).filter((one) => one !== undefined).length;
  const people = await findParties(ctx, query);
  const of = indexFor(query, people);
  const simple = asked === 0 || (asked === 1 && of !== undefined);
  const max = simple ? amount + 1 : MAX_SEARCHED;
  const found = await readActs(ctx.db, of, { amount: max, after });
  const matching = simple ? found : found.filter((act) => matches(act, query, people));
  const items = matching.slice(0, amount);
  if (matching.length > amount) return { items, next: items.at(-1)!.id };
  return { items, next: !simple && found.length === max ? found.at(-1)!.id : undefined };
}

/** Names change and accounts go, but the log keeps what it recorded. Unknown people are searched by name. */
async function findParties({ db }: Ctx, { staff, person }: ActQuery): Promise<People> {
  const find = async (name: string | undefined) =>
    name !== undefined && name !== OPERATOR && isUsername(name) ? (await findUserByName(db, name))?.id : undefined;
  return { staffId: await find(staff), userId: await find(person) };
}

function indexFor({ memeId, kind }: ActQuery, { staffId, userId }: People): ActsOf | undefined {
  if (memeId !== undefined) return { memeId };
  if (userId !== undefined) return { userId };
  if (staffId !== undefined) return { staffId };
  return kind === undefined ? undefined : { kind };
}

const isOne = (asked: string | undefined, knownId: string | undefined, id: string | undefined, name: string) =>
  asked === undefined || (knownId === undefined ? name.toLowerCase() === asked.toLowerCase() : id === knownId);

const matches = (act: Act, { staff, person, memeId, kind, words }: ActQuery, { staffId, userId }: People) =>
  isOne(staff, staffId, act.staffId, act.staffName) &&
  isOne(person, userId, act.userId, act.userName) &&
  (memeId === undefined || act.memeId === memeId) &&
  (kind === undefined || act.kind === kind) &&
  (words === undefined || act.note.toLowerCase().includes(words.toLowerCase()));
