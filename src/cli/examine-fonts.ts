import type { Config } from "../config.ts";
import { readOwnFonts } from "../images/own-fonts.ts";
import { bad, good, warning, type Check } from "./finding.ts";

/** The fonts that the operator has added for making memes. */
export async function examineFonts({ fonts: folder }: Pick<Config, "fonts">): Promise<Check[]> {
  if (folder === undefined) return [];
  try {
    const { fonts, problems } = await readOwnFonts(folder);
    const list = fonts.length > 0 ? `: ${fonts.map(({ title }) => title).join(", ")}` : " no font that we can use";
    return [good(`GUFFAW_FONTS (${folder}) has${list}.`), ...problems.map(warning)];
  } catch (error) {
    const problem = (error as Error).message;
    return [bad(`GUFFAW_FONTS is ${folder}, which cannot be read (${problem}): name a folder with TTF or OTF files.`)];
  }
}
