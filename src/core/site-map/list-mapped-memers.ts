import { listMemersBetween } from "../../data/site-map.ts";
import type { Ctx } from "../ctx.ts";
import { MAP_PART, type MemerPart } from "./list-map-parts.ts";

/** One part of the site map: people with a public meme. Another node may have added a few in between. */
export const listMappedMemers = ({ db }: Ctx, { after, upTo }: MemerPart) =>
  listMemersBetween(db, after, upTo, 2 * MAP_PART);
