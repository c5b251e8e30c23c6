import { inTransaction } from "../../src/core/ctx.ts";
import { formatKey } from "../../src/core/memes/formats.ts";
import { keepFormats } from "../../src/data/formats.ts";
import { solid, animation } from "../pictures.ts";
import { createGifKey, type NewGifKey } from "../../src/core/gifs/create-gif-key.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { makeAllFormats } from "../../src/core/memes/make-formats.ts";
import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { openWorld, type DialectName, type TestMember, type World, type WorldOptions } from "../world.ts";

export const gifKey = async (world: World, by: TestMember, options: Partial<NewGifKey> = {}) =>
  (await createGifKey(world.ctx(), { user: by.user.id, name: "test", origins: "", mature: false, ...options })).key;

/** Names of the memes below, which are their captions as well. */
export const SHOWN = ["moving cat", "sticker cat #cats", "still cat #cats"];

export interface GifWorld {
  world: World;
  by: TestMember;
  key: string;
  memes: Record<"moving" | "still" | "sticker" | "family" | "mature" | "hidden" | "later", Meme>;
}

/** As if somebody had encoded them. Nobody looks at the files. */
const keepVideos = (world: World, { id, image }: Meme) =>
  inTransaction(world.ctx(), ({ db }) => {
    const videos = VIDEOS.map((name) => ({ name, key: formatKey(image, name), duration: 500, bytes: 900 }));
    return keepFormats(
      db,
      id,
      image.key,
      videos.map((video) => ({ ...video, width: 300, height: 200 })),
    );
  });

const VIDEOS = ["mp4", "tinymp4", "nanomp4", "webm", "tinywebm", "nanowebm"] as const;

/** Memes of every kind, with their formats: only `later` has none yet. */
export async function openGifWorld(dialect: DialectName, options?: WorldOptions): Promise<GifWorld & AsyncDisposable> {
  const world = await openWorld(dialect, options);
  const by = await world.member({ name: "ann" });
  const film = [solid(8, 8, "#a62"), solid(8, 8, "#26a")];
  const moving = await animation(film, { format: "webp", delay: [200, 300], width: 300, height: 200 });
  const sticker = await solid(40, 30, "#0a0").ensureAlpha(0.2).png().toBuffer();
  const submit = async (image: Uint8Array, caption: string) =>
    (await submitMeme(world.ctx(by), { image, caption, age: 2 })).meme;
  const memes = {
    moving: await submit(moving, "moving cat"),
    still: await world.meme({ by, caption: "still cat #cats" }),
    sticker: await submit(sticker, "sticker cat #cats"),
    family: await world.meme({ by, caption: "tame dog", age: 1 }),
    mature: await world.meme({ by, caption: "mature cat", age: 4 }),
    hidden: await world.meme({ by, caption: "hidden cat #secret" }),
  };
  await keepVideos(world, memes.moving);
  await makeAllFormats(world.ctx(), { onMeme: () => {} });
  await disableMeme(world.ctx(by), memes.hidden.id);
  const later = await world.meme({ by, caption: "unready cat #unready" });
  return {
    world,
    by,
    key: await gifKey(world, by),
    memes: { ...memes, later },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}
