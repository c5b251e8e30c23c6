import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import { hideMeme } from "../../src/core/moderation/hide-meme.ts";
import { releaseMeme } from "../../src/core/moderation/release-meme.ts";
import { reportComment, reportMeme } from "../../src/core/reports/report-meme.ts";
import { resolveReport } from "../../src/core/reports/resolve-reports.ts";
import { startSession } from "../../src/core/sessions/start-session.ts";
import { MAX_USERNAME } from "../../src/core/users/username.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { smallImage, type TestMember, type World } from "../world.ts";
import {
  addLinked,
  addPasskey,
  fail,
  fillSite,
  invitePeople,
  moderate,
  ORDINARY,
  type Filled,
  type People,
  type Words,
} from "./filled-world.ts";
import { PAYLOADS } from "./payloads.ts";

/** Wider than any narrow window, in the widest letter, without a place to break. */
const wide = (length = 60) => "W".repeat(length);

const [SCRIPT] = PAYLOADS as [string];
const hostile = (text: string) => `${text} ${wide()} ${PAYLOADS.join(" ").slice(0, 750)}`;

/** Each text is ordinary, too wide and hostile at once. Names have room for two of the three. */
const WORDS: Words = {
  caption: `${ORDINARY.caption} ${wide(200)} ${SCRIPT}`,
  alt: hostile(ORDINARY.alt),
  bio: hostile(ORDINARY.bio),
  comment: hostile(ORDINARY.comment),
  reason: `${ORDINARY.reason} ${wide()} ${SCRIPT}`,
  keyName: `${wide(33)} ${PAYLOADS[26]!}`,
  author: wide(MAX_USERNAME),
  fan: `${wide(MAX_USERNAME - 1)}M`,
};

/** Everything one payload was written into. */
export interface Attack {
  payload: string;
  by: TestMember;
  meme: Meme;
}

/** Fills every page with ordinary, wide and hostile words, and with all payloads below those. */
export async function fillHostile(world: World): Promise<Filled & { attacks: Attack[] }> {
  const people = await invitePeople(world, WORDS);
  const target = await world.meme({ by: people.author });
  const attacks: Attack[] = [];
  for (const [i, payload] of PAYLOADS.entries()) attacks.push(await attack(people, target, payload, i));
  const troll = await world.member({ name: `${wide(MAX_USERNAME - 1)}N`, bio: WORDS.bio });
  await moderate(people, troll, `${wide(200)} ${SCRIPT}`);
  // Last, so that the first page of every list shows it.
  return { ...(await fillSite(people, WORDS)), troll, attacks };
}

/** A new member writes the payload wherever anything can be written, and so do the people around them. */
async function attack(people: People, target: Meme, payload: string, i: number): Promise<Attack> {
  const { world, author, fan } = people;
  const by = await world.member({ bio: payload });
  const image = await smallImage();
  const { meme } = await submitMeme(world.ctx(by), { image, caption: payload, alt: payload, age: 2 });
  const { id: memeId } = meme;
  const { id: parent } = await commentOnMeme(world.ctx(by), { memeId, content: payload });
  await commentOnMeme(world.ctx(author), { memeId, content: payload, parent });
  // For the author's notifications.
  await commentOnMeme(world.ctx(by), { memeId: target.id, content: payload });
  await reportMeme(world.ctx(fan), { memeId, reason: payload.slice(0, 100), description: payload });
  await reportComment(world.ctx(fan), { memeId, commentId: parent, reason: "x", description: payload });
  const { report } = await reportMeme(world.ctx(author), { memeId, reason: "x", description: payload });
  await resolveReport(world.ctx(author), report.id, payload);
  await hideMeme(world.ctx(), { memeId, reason: payload.slice(0, 400) });
  await releaseMeme(world.ctx(), memeId);
  await moderate(people, by, payload);
  // With a number, because two of them differ only by a space.
  await world.key(author.user, { name: `${payload.slice(0, 57).trim()} ${i}` });
  await addPasskey(world, author, `${payload.slice(0, 57).trim()} ${i}`);
  await addLinked(world, author, `${payload} ${i}`);
  await startSession(world.ctx(author), author.user.id, payload);
  await fail(world, payload, `failed-${memeId}`);
  return { payload, by, meme };
}
