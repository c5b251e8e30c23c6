import { placePanels, sourceOf } from "../../compose/panels.ts";
import type { Panel, Recipe } from "../../compose/recipe.ts";

type Base = Panel["base"];

/** A picture that a recipe names, and where it is. */
export interface BasePicture {
  base: Base;
  picture: string;
  /** More than one moves. */
  frames?: number;
}

const keyOf = (base: Base) => (base.kind === "color" ? "" : `${base.kind}:${base.id}`);

/** The pictures below the words: those that the site has, and files of one's own that it does not have yet. */
export class Bases {
  readonly #addresses = new Map<string, string>();
  readonly #images = new Map<string, Promise<HTMLImageElement>>();
  readonly #moving = new Set<string>();
  /** By the name that the recipe and the form have for them. */
  readonly files = new Map<string, Blob>();

  add({ base, picture, frames = 1 }: BasePicture) {
    this.#addresses.set(keyOf(base), picture);
    if (frames > 1) this.#moving.add(keyOf(base));
  }

  /** Takes a file of one's own. Names are never used twice: a step back may need the one before. */
  addFile(file: Blob, name = this.#freeName()): Base {
    const base = { kind: "upload", id: name } as const;
    this.files.set(name, file);
    this.add({ base, picture: URL.createObjectURL(file) });
    void moves(file).then((isMoving) => isMoving && this.#moving.add(keyOf(base)));
    return base;
  }

  #freeName() {
    let number = this.files.size + 1;
    while (this.files.has(`own-${number}`)) number++;
    return `own-${number}`;
  }

  forget() {
    for (const address of this.#addresses.values()) if (address.startsWith("blob:")) URL.revokeObjectURL(address);
  }

  addressOf(base: Base): string | undefined {
    return this.#addresses.get(keyOf(base));
  }

  moves(recipe: Recipe): boolean {
    return recipe.panels.some(({ base }) => this.#moving.has(keyOf(base)));
  }

  /** Those files that the recipe uses. */
  filesOf(recipe: Recipe): [name: string, file: Blob][] {
    const used = new Set(recipe.panels.map(({ base }) => (base.kind === "upload" ? base.id : "")));
    return [...this.files].filter(([name]) => used.has(name));
  }

  /** Rejects if the picture is gone or damaged. */
  image(base: Base): Promise<HTMLImageElement> {
    const key = keyOf(base);
    const loading = this.#images.get(key) ?? load(this.#addresses.get(key) ?? "");
    this.#images.set(key, loading);
    loading.catch(() => this.#images.delete(key));
    return loading;
  }

  /** Everything below the words. */
  async paint(canvas: CanvasRenderingContext2D, recipe: Recipe): Promise<void> {
    const images = await Promise.all(
      recipe.panels.map(({ base }) => (base.kind === "color" ? undefined : this.image(base))),
    );
    canvas.fillStyle = recipe.background;
    canvas.fillRect(0, 0, recipe.width, recipe.height);
    canvas.imageSmoothingQuality = "high";
    for (const [at, place] of placePanels(recipe).entries()) {
      const { base, crop } = recipe.panels[at]!;
      const [width, height] = [place.right - place.left, place.bottom - place.top];
      const image = images[at];
      if (base.kind === "color") {
        canvas.fillStyle = base.color;
        canvas.fillRect(place.left, place.top, width, height);
      } else if (image) {
        const from = sourceOf(crop, { width: image.naturalWidth, height: image.naturalHeight }, place);
        const [across, down] = [from.right - from.left, from.bottom - from.top];
        canvas.drawImage(image, from.left, from.top, across, down, place.left, place.top, width, height);
      }
    }
  }
}

const WEBP_HEAD = 64;

/** As far as its first bytes say. A GIF may move: the site will tell. */
const moves = async (file: Blob) =>
  file.type === "image/gif" ||
  /^RIFF[^]+ANIM/.test(
    await file
      .slice(0, WEBP_HEAD)
      .text()
      .catch(() => ""),
  );

async function load(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/** Whether a picture can be shown as it is: one, whole, and in its own shape. */
export function isPlain({ panels, width, height }: Recipe, image: HTMLImageElement): boolean {
  const { x, y, width: across, height: down } = panels[0]!.crop;
  const isWhole = x === 0 && y === 0 && across === 1 && down === 1;
  const shape = image.naturalWidth / image.naturalHeight;
  return panels.length === 1 && isWhole && Math.abs(shape - width / height) < 0.01;
}
