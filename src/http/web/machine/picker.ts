import { join } from "node:path";

import { LANGUAGES } from "../../../words/languages.ts";
import { assetOf, spokenBy, type Asset } from "../assets.ts";
import { answerEncoded } from "../answer-page.ts";
import { page } from "../web-route.ts";

const SOURCE = join(import.meta.dir, "../../../browser/picker/picker.ts");
/** Other sites name this address in their pages, so it stays the same, and changes reach them within an hour. */
const HEADERS = {
  "Content-Type": "text/javascript; charset=utf-8",
  "Cache-Control": "public, max-age=3600",
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Content-Type-Options": "nosniff",
};

let loading: Promise<Asset> | undefined;

async function load(): Promise<Asset> {
  const { outputs } = await Bun.build({ entrypoints: [SOURCE], target: "browser", minify: true });
  const isOurs = (key: string) => key.startsWith("picker.");
  const all = [...LANGUAGES].map(([language, { messages }]) => `${language}:${spokenBy(messages, isOurs)}`);
  const code = `const PICKER_WORDS={${all.join()}};${await outputs[0]!.text()}`;
  return assetOf("picker.js", new TextEncoder().encode(code));
}

/** A GIF picker for the pages of other sites. */
export const pickerScript = page({
  method: "GET",
  path: "/picker.js",
  access: "anyone",
  handle: async ({ request }) => answerEncoded(request, await (loading ??= load()), HEADERS),
});
