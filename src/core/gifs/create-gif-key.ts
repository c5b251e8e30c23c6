import { insertGifKey, listGifKeys } from "../../data/gif-keys.ts";
import type { GifKey } from "../../entities/gif-key.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { requireOperator } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { hashKey, makeKey } from "../keys/key-format.ts";
import { requirePerson } from "../keys/require-person.ts";
import { cleanText } from "../text.ts";
import { findUserBy } from "../users/find-user.ts";
import { requireRecentProof, type Proof } from "../users/proof.ts";
import { useForm } from "../users/use-form.ts";
import { GIF_KEY } from "./use-gif-key.ts";

const MAX_KEYS = 20;
const MAX_ORIGINS = 10;

export interface NewGifKey {
  name: string;
  /** Separated by spaces, commas or line breaks. */
  origins: string;
  mature: boolean;
}

export interface CreatedGifKey {
  gifKey: GifKey;
  /** The key itself, which is not stored. */
  key: string;
}

/** For any account. Operator only. */
export async function createGifKey(ctx: Ctx, { user, ...input }: NewGifKey & { user: string }): Promise<CreatedGifKey> {
  requireOperator(ctx.actor);
  return inTransaction(ctx, async (tx) => addGifKey(tx, (await findUserBy(tx, user)).id, input));
}

/** `form` makes the form idempotent: it creates one key, however often it is sent. */
export async function createOwnGifKey(
  ctx: Ctx,
  { proof, form, ...input }: NewGifKey & { proof: Proof; form?: string | undefined },
): Promise<CreatedGifKey> {
  const { id } = requirePerson(ctx);
  await requireRecentProof(ctx, proof);
  return inTransaction(ctx, async (tx) => {
    if (form !== undefined) await useForm(tx, `${form} ${input.name}`);
    const valid = (await listGifKeys(tx.db, id)).filter(({ revokedAt }) => revokedAt === undefined);
    if (valid.length >= MAX_KEYS) throw new DomainError("invalid", message("error.many-gif-keys", { most: MAX_KEYS }));
    return addGifKey(tx, id, input);
  });
}

async function addGifKey(tx: Ctx, userId: string, { name, origins, mature }: NewGifKey): Promise<CreatedGifKey> {
  if (tx.policy.gifApi === "off") throw new DomainError("not_allowed", message("error.gifs-off"));
  const key = makeKey(GIF_KEY);
  const gifKey: GifKey = {
    id: tx.ids.next(),
    userId,
    name: cleanText("key-name", name, { min: 1, max: 100 }),
    origins: originsIn(origins),
    mature,
    createdAt: tx.now,
    usedAt: undefined,
    revokedAt: undefined,
  };
  await insertGifKey(tx.db, gifKey, hashKey(key));
  return { gifKey, key };
}

function originsIn(text: string): string[] {
  const origins = [...new Set(text.split(/[\s,]+/).filter(Boolean))].map(originOf);
  if (origins.length > MAX_ORIGINS)
    throw new DomainError("invalid", message("error.many-origins", { most: MAX_ORIGINS }));
  return origins;
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:\/\/[^*/]+\/$/.test(url.href) || `${url.origin}/` !== url.href)
    throw new DomainError("invalid", message("error.bad-origin", { origin: text.slice(0, 100) }));
  return url.origin;
}
