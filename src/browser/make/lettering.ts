// What shapes letters. It loads WebAssembly when it is imported, so the maker imports it once its page is shown.
import type { EmojiDrawings } from "../../compose/emoji.ts";
import { Library } from "../../compose/library.ts";

export { layOut } from "../../compose/layout.ts";
export { printElements, printSvg } from "../../compose/print.ts";
export { MAX_WORK, workOf } from "../../compose/work.ts";

/** Where each set of drawings is, beside this script. They are put in when it is bundled. */
declare const EMOJI_PATH: string;
declare const STICKERS_PATH: string;
/** The files of emoji that there are, between spaces. */
declare const EMOJI_FILES: string;

const emojiFiles = new Set(EMOJI_FILES.split(" "));

const TRIES = 5;
const PAUSE_MS = 300;

/** A busy server refuses some requests at once. Letters can wait a little for it. */
async function fileAt(path: string): Promise<Response> {
  for (let pause = PAUSE_MS, tries = 1; ; pause *= 2, tries++) {
    const response = await fetch(new URL(path, import.meta.url));
    if (tries === TRIES || (response.status !== 429 && response.status < 500)) return response;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function requireFound(response: Response): Response {
  if (!response.ok) throw new Error(`${response.status}: ${response.url}`);
  return response;
}

export const library = new Library({
  font: async (file) => {
    const response = await fileAt(`fonts/${file}`);
    return response.status === 404 ? undefined : new Uint8Array(await requireFound(response).arrayBuffer());
  },
  emoji: async (file) => {
    // Any character might be drawn as an emoji. Most are not.
    if (!emojiFiles.has(file)) return undefined;
    return (await requireFound(await fileAt(`${EMOJI_PATH}/${file}`)).json()) as EmojiDrawings;
  },
  stickers: async (file) => (await requireFound(await fileAt(`${STICKERS_PATH}/${file}`)).json()) as EmojiDrawings,
});
