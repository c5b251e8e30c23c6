import type { PublicUser } from "../../../entities/user.ts";
import type { Desk } from "../../desk.ts";
import { newSheet, requireInPlace, TAG_LENGTH, textAt, writeTag, type Drafts } from "../../drafts.ts";
import type { LatePart, LateValue, Shape } from "../../shape.ts";
import type { Presenting } from "../presenting.ts";
import { hasPro, shapeIndexOf, userShape } from "./user-shape.ts";

type Bytes = Uint8Array<ArrayBuffer>;

// A draft: the index of its shape, when Pro ends, its part of the ETag, values.
const SHAPE = 0;
const UNTIL = 1;
const TAG = 9;
const VALUES = TAG + TAG_LENGTH;

const NOTHING_LATE: readonly LateValue[] = [];

const sheet = newSheet();

/** Stays as it is until the next one is drafted. */
export function draftUser(user: PublicUser, { addresses, now }: Presenting): Bytes {
  const { bytes, view } = sheet;
  const index = shapeIndexOf(user, now);
  bytes[SHAPE] = index;
  view.setFloat64(UNTIL, (hasPro(index) ? user.proUntil : undefined) ?? Infinity, true);
  const end = userShape(addresses.url, index).draft(user, bytes, VALUES);
  writeTag(bytes.subarray(VALUES, end), index, bytes, TAG);
  return bytes.subarray(0, end);
}

/** When the draft will be out of date, unless somebody changes the account. */
export const untilOf = ({ view }: Drafts, start: number) => view.getFloat64(start + UNTIL, true);

/** An account as it is shown now. It has to be written before the next one is drafted. */
export class DraftedUser implements LatePart {
  /** Part of ETags. */
  readonly tag: string;
  readonly until: number;
  readonly #shape: Shape<PublicUser>;
  readonly #puts: number;

  constructor(
    private drafts: Drafts,
    private start: number,
    { addresses }: Pick<Presenting, "addresses">,
  ) {
    const { bytes, puts } = drafts;
    this.tag = textAt(bytes, start + TAG, TAG_LENGTH);
    this.until = untilOf(drafts, start);
    this.#shape = userShape(addresses.url, bytes[start + SHAPE]!);
    this.#puts = puts;
  }

  measure(): number {
    const { drafts, start } = this;
    requireInPlace(drafts, this.#puts);
    return this.#shape.measure(drafts.view, start + VALUES, NOTHING_LATE);
  }

  write(on: Desk, at: number): number {
    return this.#shape.write(this.drafts.view, NOTHING_LATE, on, at);
  }

  /** By itself. */
  finish(desk: Desk): Bytes {
    return this.#shape.finish(this.drafts.view, this.start + VALUES, NOTHING_LATE, desk);
  }
}

/** The one that was drafted last. */
export const newestUser = (to: Pick<Presenting, "addresses">) => new DraftedUser(sheet, 0, to);
