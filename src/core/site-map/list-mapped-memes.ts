import { listMemesInSlots } from "../../data/site-map.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { MAP_PART, MAPPED_AGES } from "./list-map-parts.ts";

/** One part of the site map: public memes. */
export async function listMappedMemes({ db }: Ctx, { age, number }: { age: number; number: number }) {
  const mapped = MAPPED_AGES.find((one) => one === age);
  const from = number * MAP_PART;
  const found = mapped && from < 2 ** 31 ? await listMemesInSlots(db, mapped, from, from + MAP_PART) : [];
  if (found.length === 0) throw new DomainError("not_found", "There is no such part of the sitemap.");
  return found;
}
