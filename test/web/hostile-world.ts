import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import { hideMeme } from "../../src/core/moderation/hide-meme.ts";
import { releaseMeme } from "../../src/core/moderation/release-meme.ts";
import { MAX_REASON, reportComment, reportMeme } from "../../src/core/reports/report-meme.ts";
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
import { PAYLOADS, sharing } from "./payloads.ts";

/** Wider than any narrow window, in the widest letter, without a place to break. */
const wide = (length = 60) => "W".repeat(length);

/** Of the fields that take a whole group of payloads, the shortest. */
const MAX_BAN_REASON = 200;

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

/** Everything that some payloads were written into. */
export interface Attack {
  payloads: string[];
  by: TestMember;
  meme: Meme;
}

/** Fills every page with ordinary, wide and hostile words, and with all payloads below those. */
export async function fillHostile(world: World): Promise<Filled & { attacks: Attack[] }> {
  const people = await invitePeople(world, WORDS);
  const target = await world.meme({ by: people.author });
  const attacks: Attack[] = [];
  for (const payloads of sharing(MAX_BAN_REASON)) attacks.push(await attack(people, target, payloads));
  const troll = await world.member({ name: `${wide(MAX_USERNAME - 1)}N`, bio: WORDS.bio });
  await moderate(people, troll, `${wide(200)} ${SCRIPT}`);
  // Last, so that the first page of every list shows it.
  return { ...(await fillSite(people, WORDS)), troll, attacks };
}

/** A new member writes the payloads wherever anything can be written, and so do the people around them. */
async function attack(people: People, target: Meme, payloads: string[]): Promise<Attack> {
  const { world, author, fan } = people;
  const text = payloads.join(" ");
  const by = await world.member({ bio: text });
  const image = await smallImage();
  const { meme } = await submitMeme(world.ctx(by), { image, caption: text, alt: text, age: 2 });
  const { id: memeId } = meme;
  const { id: parent } = await commentOnMeme(world.ctx(by), { memeId, content: text });
  await commentOnMeme(world.ctx(author), { memeId, content: text, parent });
  // For the author's notifications.
  await commentOnMeme(world.ctx(by), { memeId: target.id, content: text });
  const [first, second = "x", third = "x"] = sharing(MAX_REASON, payloads).map((some) => some.join(" "));
  await reportMeme(world.ctx(fan), { memeId, reason: first!, description: text });
  await reportComment(world.ctx(fan), { memeId, commentId: parent, reason: second, description: text });
  const { report } = await reportMeme(world.ctx(author), { memeId, reason: third, description: text });
  await resolveReport(world.ctx(author), report.id, text);
  await hideMeme(world.ctx(), { memeId, reason: text });
  await releaseMeme(world.ctx(), memeId);
  await moderate(people, by, text);
  for (const payload of payloads) await nameThings(people, payload);
  await fail(world, text, `failed-${memeId}`);
  return { payloads, by, meme };
}

/** The author names what has room for one payload after it. */
async function nameThings({ world, author }: People, payload: string): Promise<void> {
  // With a number, because two of them differ only by a space.
  const i = PAYLOADS.indexOf(payload);
  const name = `${payload.slice(0, 57).trim()} ${i}`;
  await world.key(author.user, { name });
  await addPasskey(world, author, name);
  await addLinked(world, author, `${payload} ${i}`);
  await startSession(world.ctx(author), author.user.id, payload);
}
