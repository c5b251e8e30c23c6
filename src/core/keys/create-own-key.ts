import { countKeys } from "../../data/keys.ts";
import { message } from "../../words/messages.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { requireRecentProof, type Proof } from "../users/proof.ts";
import { useForm } from "../users/use-form.ts";
import { addKey, type CreatedKey, type NewKey } from "./create-key.ts";
import { requirePerson } from "./require-person.ts";

const MAX_KEYS = 50;

type OwnKey = Omit<NewKey, "user"> & {
  proof: Proof;
  /** Makes the form idempotent: it creates one key, however often it is sent. */
  form?: string | undefined;
};

/** A key outlives the session, so the session has to be the owner's. */
export async function createOwnKey(ctx: Ctx, { proof, form, ...input }: OwnKey): Promise<CreatedKey> {
  const { id } = requirePerson(ctx);
  await requireRecentProof(ctx, proof);
  return inTransaction(ctx, async (tx) => {
    // Going back to the form and typing another name means another key.
    if (form !== undefined) await useForm(tx, `${form} ${input.name}`);
    if ((await countKeys(tx.db, id)) >= MAX_KEYS)
      throw new DomainError("invalid", message("error.many-keys", { most: MAX_KEYS }));
    return addKey(tx, { ...input, user: id });
  });
}
