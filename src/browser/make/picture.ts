import type { Recipe } from "../../compose/recipe.ts";
import type { Bases } from "./bases.ts";
import { element } from "./element.ts";
import type { Lettering } from "./overlay.ts";

const QUALITY = 0.92;

/** The picture as the server would draw it. Of one that moves, its first frame. */
export async function drawPicture(
  recipe: Recipe,
  bases: Bases,
  { library, layOut, printSvg }: Lettering,
  type: "image/jpeg" | "image/png",
): Promise<Blob> {
  const { width, height } = recipe;
  const canvas = element("canvas", { width, height });
  const context = canvas.getContext("2d")!;
  await bases.paint(context, recipe);
  const svg = printSvg(layOut(recipe, await library.open(recipe)));
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const overlay = new Image();
    overlay.src = address;
    await overlay.decode();
    context.drawImage(overlay, 0, 0);
  } finally {
    URL.revokeObjectURL(address);
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("No picture."))), type, QUALITY),
  );
}
