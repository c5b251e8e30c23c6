import type { World } from "../world.ts";

/** Lets every picture count as new, for tests that post the same one again and again. */
export async function forgetCopies({ db }: World): Promise<void> {
  await db.deleteFrom("looks").execute();
  await db.deleteFrom("copies").execute();
}
