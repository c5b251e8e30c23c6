import { addWebhook } from "../../src/core/webhooks/add-webhook.ts";
import { recordOutcome } from "../../src/core/webhooks/record-outcome.ts";
import { SEND_WEBHOOKS, testWebhook } from "../../src/core/webhooks/send-delivery.ts";
import { finishJob } from "../../src/data/jobs.ts";
import { message } from "../../src/words/messages.ts";
import { join } from "node:path";

import { OPERATORS_POLICY } from "../../src/core/ctx.ts";
import { changeCollection } from "../../src/core/collections/change-collection.ts";
import { collectMeme } from "../../src/core/collections/collect-meme.ts";
import { createCollection, MAX_COLLECTION_NAME } from "../../src/core/collections/create-collection.ts";
import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { keepDraft } from "../../src/core/copies/keep-draft.ts";
import { cleanAlt, cleanCaption, MAX_CAPTION } from "../../src/core/memes/caption-meme.ts";
import { storeSubmission, submitMeme } from "../../src/core/memes/submit-meme.ts";
import { hideMeme } from "../../src/core/moderation/hide-meme.ts";
import { releaseMeme } from "../../src/core/moderation/release-meme.ts";
import { sendNotice } from "../../src/core/notifications/send-notice.ts";
import { reportComment, reportMeme } from "../../src/core/reports/report-meme.ts";
import { hashOf, makeSecret } from "../../src/core/secrets.ts";
import { proposeTemplate } from "../../src/core/templates/propose-template.ts";
import { MAX_TEMPLATE_NAME } from "../../src/core/templates/template-texts.ts";
import { makeInvite } from "../../src/core/users/invite.ts";
import { allowReset } from "../../src/core/users/reset-password.ts";
import { followUser } from "../../src/core/users/follow-user.ts";
import { suspendUser } from "../../src/core/users/suspend-user.ts";
import { finishBackup, insertBackup } from "../../src/data/backups.ts";
import { insertBannedPicture } from "../../src/data/banned-pictures.ts";
import type { Age } from "../../src/entities/age.ts";
import { insertFailures } from "../../src/data/failures.ts";
import { enqueueJob, failJob } from "../../src/data/jobs.ts";
import { unsubscribePath } from "../../src/core/mails/unsubscribe.ts";
import { insertConfirmation } from "../../src/data/confirmations.ts";
import { insertIntegration } from "../../src/data/integrations.ts";
import { findMail, insertMail, recordMailError } from "../../src/data/mails.ts";
import { insertPasskey } from "../../src/data/passkeys.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { upsertSitePage } from "../../src/data/site-info.ts";
import { addTraffic, minuteOf } from "../../src/data/traffic.ts";
import { insertMade } from "../../src/data/recipes.ts";
import { updateUser } from "../../src/data/users.ts";
import { processImage, type ProcessedImage } from "../../src/images/process.ts";
import { ROOT, smallImage, submitProcessed, type TestMember, type World } from "../world.ts";

/** The texts that people write on a site. */
export interface Words {
  caption: string;
  alt: string;
  bio: string;
  comment: string;
  reason: string;
  keyName: string;
  /** Usernames. */
  author?: string;
  fan?: string;
}

/** The two people who fill a site. The author has every perk. */
export interface People {
  world: World;
  author: TestMember;
  fan: TestMember;
}

/** A site on which every page has something to show. */
export interface Filled extends People {
  memes: Meme[];
  /** A comment on the first meme. */
  comment: number;
  /** The secrets in links to reset a password, to confirm an address, to unsubscribe, and to sign up by invitation. */
  reset: string;
  confirmation: string;
  subscription: string;
  invite: string;
  /** A collection of the author's, and the secret in its address. */
  collection: number;
  shareKey: string;
  /** One of the author's, with a message that waits and one that failed. */
  webhook: string;
  /** One of the author's; the fan has proposed another. */
  template: string;
  /** A suspended account, if there is one. */
  troll?: TestMember;
}

export const ORDINARY: Words = {
  caption: "When it works on the first try and you are suspicious of it for the rest of the week",
  alt: "A person looks at a screen from very close, then from further away.",
  bio: "Collects memes.\nDonaudampfschifffahrtsgesellschaftskapitänskajütenschlüsselloch · مرحبا · 日本語",
  comment: "I feel seen. https://example.org/a/very/long/address/that/nobody/breaks/anywhere/in/the/middle/of/it",
  reason: "Not mine",
  keyName: "A bot that posts on Mondays",
};

const PICTURES: [file: string, age: Age][] = [
  ["printer.png", 1],
  ["just-finishing-up.gif", 2],
  ["bouncer.webp", 4],
  ["old-server.jpg", 2],
];

/** With a tag in front, as far as there is room. */
const tagged = (caption: string) => [...`#try ${caption}`].slice(0, MAX_CAPTION).join("");

const processed = new Map<string, Promise<ProcessedImage>>();

/** A starter picture, processed once for all sites. */
function processedStarter(file: string): Promise<ProcessedImage> {
  const process = async () => processImage(await Bun.file(join(ROOT, "assets/starter", file)).bytes());
  return processed.getOrInsertComputed(file, process);
}

export async function invitePeople(world: World, words: Words = ORDINARY): Promise<People> {
  const author = await world.member({
    name: words.author ?? "author",
    bio: words.bio,
    perks: ["verified", "founder", "staff", "translator", "pro"],
  });
  return { world, author, fan: await world.member({ name: words.fan ?? "fan", bio: words.bio, perks: ["pro"] }) };
}

export const fillWorld = async (world: World, words: Words = ORDINARY): Promise<Filled> =>
  fillSite(await invitePeople(world, words), words);

export async function fillSite({ world, author, fan }: People, words: Words = ORDINARY): Promise<Filled> {
  const memes: Meme[] = [];
  for (const [i, [file, age]] of PICTURES.entries()) {
    const image = await processedStarter(file);
    const by = world.ctx(i < 3 ? author : fan);
    const caption = i === 1 ? "" : cleanCaption(i === 3 ? tagged(words.caption) : words.caption);
    const meme = await submitProcessed(by, { image, age, caption, alt: cleanAlt(words.alt) });
    await world.rate(i < 3 ? fan : author, meme, 5 - i);
    memes.push(meme);
  }
  await relate(world, memes);
  const again = { image: await processedStarter(PICTURES[0]![0]), age: 2 as const, alt: cleanAlt(words.alt) };
  const caption = cleanCaption(words.caption);
  await keepDraft(world.ctx(author), await storeSubmission(world.ctx(author), { ...again, caption }));
  const comment = await talk(world, memes[0]!, author, fan, words);
  await world.key(author.user, { name: words.keyName });
  await addPasskey(world, author, words.keyName);
  await addLinked(world, author, words.keyName);
  await followUser(world.ctx(fan), author.user.id);
  await followUser(world.ctx(author), fan.user.id);
  await fail(world, words.comment);
  await writePages(world, words);
  const reset = await allowReset(world.ctx(), fan.user);
  const confirmation = await claimAddress(world, author, fan);
  const subscription = (await unsubscribePath(world.ctx(), fan.user)).split("/").at(-1)!;
  const invite = await makeInvite(world.ctx(), 3_600_000);
  const shared = await collect(world, author, memes[0]!, words);
  const { id: template } = await propose(world, author, words);
  await propose(world, fan, words);
  const webhook = await tell(world, author);
  return {
    world,
    author,
    fan,
    memes,
    comment,
    reset,
    confirmation,
    subscription,
    invite,
    template,
    webhook,
    ...shared,
  };
}

async function tell(world: World, by: TestMember): Promise<string> {
  const url = `https://8.8.8.8/${"a-long-way-".repeat(12)}`;
  const wish = { url, kinds: ["new", "gone"], age: 2, tag: "try", author: "me" } as const;
  const { id } = (await addWebhook(world.ctx(by), wish)).webhook;
  const failed = await testWebhook(world.ctx(by), id);
  await recordOutcome(world.ctx(), failed, { error: message("webhooks.timed-out") });
  await testWebhook(world.ctx(by), id);
  // Nobody is to try and send them.
  await finishJob(world.db, SEND_WEBHOOKS, id);
  return id;
}

/** Each was remixed from the one before, and has been edited since. */
async function relate({ db }: World, memes: readonly Meme[]): Promise<void> {
  for (const [i, { id: memeId, createdAt }] of memes.entries()) {
    const none = { recipe: undefined, templateId: undefined };
    const made = { memeId, parentId: memes[i - 1]?.id, remix: "everyone", editedAt: createdAt, ...none } as const;
    await insertMade(db, made, []);
  }
}

/** Without the log, whose notes are in English. */
async function writePages({ db }: World, { bio, comment, reason }: Words): Promise<void> {
  await upsertSitePage(db, "rules", `# ${reason}\n\n${comment}\n\n## ${reason}\n\n- ${reason}\n- **${reason}**\n`, 0);
  await upsertSitePage(db, "privacy", bio, 0);
  await upsertSitePage(db, "contact", `> ${bio}\n\n1. [${reason}](https://example.org)\n2. \`${reason}\``, 0);
}

async function collect(world: World, by: TestMember, { id: memeId }: Meme, { keyName }: Words) {
  const ctx = world.ctx(by);
  const { id } = await createCollection(ctx, { name: [...keyName].slice(0, MAX_COLLECTION_NAME).join("") });
  await collectMeme(ctx, { memeId, collectionId: id });
  const { shareKey } = await changeCollection(ctx, { id, shared: true });
  return { collection: id, shareKey: shareKey! };
}

/** Without words on it: our fonts don't have all letters of all tests. */
const propose = async (world: World, by: TestMember, { keyName, alt }: Words) =>
  proposeTemplate(world.ctx(by), {
    name: [...keyName].slice(0, MAX_TEMPLATE_NAME).join(""),
    tags: "",
    alt,
    age: 1,
    arrangement: "classic",
    sampleTexts: [],
    from: { picture: await smallImage() },
  });

/** E-mail addresses without letters, confirmed and not. */
async function claimAddress({ db }: World, { user: author }: TestMember, { user: fan }: TestMember): Promise<string> {
  const [secret, email] = [makeSecret(), "2@20.30"];
  const confirmed = { email: "1@20.30", emailConfirmedAt: Date.now() };
  await updateUser(db, author.id, { ...confirmed, newEmail: "3@20.30" });
  await updateUser(db, fan.id, { newEmail: email });
  const [createdAt, expiresAt] = [Date.now(), Date.now() + 3_600_000];
  await insertConfirmation(db, hashOf(secret), { userId: fan.id, email, createdAt, expiresAt });
  return secret;
}

async function talk(world: World, { id: memeId }: Meme, author: TestMember, fan: TestMember, words: Words) {
  const { comment: content, reason } = words;
  const { id: parent } = await commentOnMeme(world.ctx(fan), { memeId, content });
  const { id: reply } = await commentOnMeme(world.ctx(author), { memeId, content, parent });
  await commentOnMeme(world.ctx(fan), { memeId, content, parent: reply });
  await reportMeme(world.ctx(fan), { memeId, reason, description: reason });
  await reportMeme(world.ctx(author), { memeId, reason, description: reason });
  await reportComment(world.ctx(author), { memeId, commentId: parent, reason, description: reason });
  await hideMeme(world.ctx(), { memeId, reason });
  await releaseMeme(world.ctx(), memeId);
  return parent;
}

/** Every text that staff can write about a person or a picture. */
export async function moderate({ world, author }: People, by: TestMember, text: string): Promise<void> {
  const staff = world.ctx(author);
  await sendNotice(staff, { user: by.user.id, text });
  await suspendUser(staff, { user: by.user.id, reason: text.slice(0, 500), until: Date.now() + 86_400_000 });
  const reason = text.slice(0, 200);
  const ban = {
    imageHash: Bun.SHA256.hash(crypto.randomUUID(), "hex"),
    perceptualHashes: [],
    reason,
    staffName: author.user.username,
  };
  await insertBannedPicture(world.db, { ...ban, createdAt: Date.now() }, []);
  const waiting = { ...world.ctx(by), policy: { ...OPERATORS_POLICY, approveFirst: 100 } };
  await submitMeme(waiting, { image: await smallImage(), caption: text, alt: text, age: 2 });
}

const QUEUED = {
  userId: undefined,
  address: undefined,
  language: "en",
  about: {},
  request: undefined,
  createdAt: 1,
};

/** Everything that can fail, with this text: a request, a job, a mail, a backup. Adds some traffic, too. */
export async function fail({ db, services }: World, text: string, request = "failed-request"): Promise<void> {
  const now = services.clock();
  await insertFailures(db, [{ request, route: text, error: text, stack: `${text}\n    at ${text}`, createdAt: now }]);
  await enqueueJob(db, "delete-image", text, now);
  await failJob(db, "delete-image", text, text, now + 60_000);
  const id = crypto.randomUUID();
  await insertMail(db, { ...QUEUED, id, kind: text });
  await recordMailError(db, (await findMail(db, id))!, text, now);
  const backup = await insertBackup(db, text, now);
  await finishBackup(db, backup, { rows: 1, images: 1, bytes: 1, error: text, endedAt: now + 5000 });
  await addTraffic(db, minuteOf(now), 1, { requests: 3, failed: 1, times: [10, 2, 30, 1] });
}

/** Another service decides what its accounts are called. */
export async function addLinked({ db }: World, { user }: TestMember, name: string): Promise<void> {
  const linked = { userId: user.id, service: "github", account: name, name, subject: name, createdAt: 1, usedAt: 1 };
  await insertIntegration(db, linked);
}

let passkeys = 0;

/** A passkey that is listed but opens nothing: no authenticator made it. */
export async function addPasskey({ db }: World, { user }: TestMember, name: string): Promise<void> {
  const passkey = { userId: user.id, name, publicKey: new Uint8Array(), counter: 0, transports: [] };
  await insertPasskey(db, { ...passkey, id: `passkey-${++passkeys}`, createdAt: 1, usedAt: undefined });
}
