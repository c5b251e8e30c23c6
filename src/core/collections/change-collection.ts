import { findCollectionNamed, updateCollection } from "../../data/collections.ts";
import { dialectOf } from "../../data/dialect.ts";
import type { Collection } from "../../entities/collection.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { makeSecret } from "../secrets.ts";
import { cleanCollectionName, nameTaken } from "./create-collection.ts";
import { findOwnCollection } from "./find-collection.ts";

interface CollectionChange {
  id: number;
  name?: string | undefined;
  /** Others may see it, at an address nobody can guess. Sharing it again makes a new address. */
  shared?: boolean | undefined;
}

/** What is not given stays as it is. */
export async function changeCollection(ctx: Ctx, { id, name, shared }: CollectionChange): Promise<Collection> {
  const { user } = requireMember(ctx.actor);
  const newName = name === undefined ? undefined : cleanCollectionName(name);
  try {
    return await inTransaction(ctx, async (tx) => {
      const before = await findOwnCollection(tx, id);
      const after = { ...before, name: newName ?? before.name, shareKey: shareKeyOf(before, shared) };
      const other = newName === undefined ? undefined : await findCollectionNamed(tx.db, user.id, newName);
      if (other && other.id !== id) nameTaken(newName!);
      await updateCollection(tx.db, id, after);
      return after;
    });
  } catch (error) {
    // Somebody took the name meanwhile.
    if (newName !== undefined && dialectOf(ctx.db).isUniqueViolation(error)) nameTaken(newName);
    throw error;
  }
}

const shareKeyOf = ({ shareKey }: Collection, shared: boolean | undefined) =>
  shared === undefined ? shareKey : shared ? (shareKey ?? makeSecret()) : undefined;
