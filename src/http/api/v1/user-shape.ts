import { isPro } from "../../../core/access.ts";
import { chosenAppearance, COLORS, type Appearance } from "../../../core/pro/appearance.ts";
import type { PublicUser } from "../../../entities/user.ts";
import { jsonOf } from "../../json.ts";
import { isSet, Shape, template, type Template } from "../../shape.ts";
import { epochSeconds, isoOf } from "../../time.ts";
import { quotable } from "../presenting.ts";

/** Client libraries expect a date here and fail on null. */
const NO_END = "9999-12-31T23:59:59.000Z";

/** In the order in which they are written. */
const PERKS = ["verified", "staff", "translator", "pro", "service", "founder"] as const;
const PRO = PERKS.indexOf("pro");
/** The account has Pro, or had it once. */
const EVER_PRO = PERKS.length;

const idOf = (user: PublicUser) => user.id;

/** An account as JSON. */
function userTemplate(url: string, index: number): Template<PublicUser> {
  const perks = PERKS.map((perk, bit) => `"${perk}":${isSet(index, bit)}`).join();
  const pro = template<PublicUser>`"pro":${(user) => presentPro(user, isSet(index, PRO), url)},`;
  return template`{"username":${(user) => jsonOf(user.username)},"bio":${(user) => jsonOf(user.bio)},"id":${idOf},"id_str":"${idOf}","stats":{"memes":${(user) => user.memeCount},"followers":${(user) => user.followerCount},"following":${(user) => user.followingCount}},"perks":{${perks}},${isSet(index, EVER_PRO) ? pro : ""}"permalink":"${quotable(url)}/profile/${idOf}","joined":"${(user) => isoOf(user.createdAt)}","joined_epoch_seconds":${(user) => epochSeconds(user.createdAt)}}`;
}

/** Colours show only while the account has Pro. */
function presentPro(user: PublicUser, active: boolean, url: string) {
  const { name, cover, pattern }: Appearance = active ? chosenAppearance(user) : {};
  return jsonOf({
    active,
    since: isoOf(user.proSince!),
    expires: user.proUntil === undefined ? NO_END : isoOf(user.proUntil),
    name_color: name ? COLORS[name] : "",
    background_color: cover ? COLORS[cover] : "",
    background_url: pattern ? `${url}/backgrounds/${pattern}.svg` : "",
  });
}

/** One number for everything that accounts of a shape have in common: a bit each. */
export function shapeIndexOf(user: PublicUser, now: number): number {
  let index = Number(user.proSince !== undefined) << EVER_PRO;
  PERKS.forEach((perk, bit) => (index |= Number(perk === "pro" ? isPro(user, now) : user[perk]) << bit));
  return index;
}

export const hasPro = (index: number) => isSet(index, PRO);

let known = { url: "", shapes: [] as Shape<PublicUser>[] };

/** `index` is that of `shapeIndexOf`. */
export function userShape(url: string, index: number): Shape<PublicUser> {
  if (known.url !== url) known = { url, shapes: [] };
  return (known.shapes[index] ??= new Shape(userTemplate(url, index)));
}
