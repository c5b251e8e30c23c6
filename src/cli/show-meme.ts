import { averageOf } from "../core/memes/average.ts";
import { findVisibleMeme, withAuthor, type MemeWithAuthor } from "../core/memes/find-visible-meme.ts";
import { imagePath } from "../core/memes/renditions.ts";
import { reading, type Command } from "./command.ts";
import { counted } from "./confirm.ts";
import { iso } from "./moment.ts";
import { publicUrl } from "./public-url.ts";

const STATES = { waiting: "waiting for approval", hidden: "hidden by staff", encoding: "being encoded" } as const;

function describeMeme({ meme, author }: MemeWithAuthor, root: string) {
  const { image, rating, held } = meme;
  const json = {
    memeid: meme.id,
    author: author.username,
    caption: meme.caption,
    alt: meme.alt,
    age: meme.age,
    state: held ? STATES[held] : meme.disabled ? "disabled" : "shown",
    created: iso(meme.createdAt),
    rating: { average: averageOf(meme), total: rating.total },
    comments: meme.commentCount,
    width: image.width,
    height: image.height,
    bytes: image.bytes ?? null,
    permalink: `${root}/meme/${meme.id}`,
    url: root + imagePath(meme),
  };
  const size = image.bytes === undefined ? "" : `, ${counted(image.bytes, "byte")}`;
  const lines = [
    `${meme.id}  by ${author.username}`,
    `  caption    ${meme.caption || "none"}`,
    `  alt text   ${meme.alt || "none"}`,
    `  age        ${meme.age}`,
    `  state      ${json.state}`,
    `  posted     ${json.created}`,
    `  rating     ${rating.total === 0 ? "none yet" : `${json.rating.average} from ${counted(rating.total, "rating")}`}`,
    `  comments   ${meme.commentCount}`,
    `  picture    ${image.width}×${image.height}${size}`,
    `  page       ${json.permalink}`,
    `  file       ${json.url}`,
  ];
  return { json, text: lines.join("\n") };
}

export const showMeme: Command = {
  name: "meme show",
  args: "MEMEID",
  summary: "show a meme and its state, hidden or not",
  details: "./guffaw log --meme MEMEID says what staff did with it, and who deleted it.",
  count: [1, 1],
  run: (call) =>
    reading(call, async (services, ctx) => {
      const meme = await findVisibleMeme(ctx, call.args[0]!);
      return describeMeme(await withAuthor(ctx, meme), await publicUrl(services).catch(() => ""));
    }),
};
