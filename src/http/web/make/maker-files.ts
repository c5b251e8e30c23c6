import type { BunPlugin } from "bun";
import { join } from "node:path";

import { FONTS } from "../../../compose/fonts.ts";
import { LANGUAGES } from "../../../words/languages.ts";
import { LargeContent } from "../../encoding.ts";
import { answerAsset } from "../answer-page.ts";
import { hashOf, scriptIn, spokenBy } from "../assets.ts";
import { drawingNames, drawingsPath, packFont } from "./drawing-files.ts";
import type { HttpRequest } from "../../../wire/http-request.ts";
import type { HttpResponse } from "../../../wire/http-response.ts";

const ENTRY = join(import.meta.dir, "../../../browser/make/main.ts");
const JAVASCRIPT = "text/javascript; charset=utf-8";

interface MakerFile {
  content: LargeContent;
  type: string;
  hash: string;
}

interface MakerFiles {
  /** By the name in their address. */
  files: ReadonlyMap<string, MakerFile>;
  /** The script to start with, by language. */
  scripts: ReadonlyMap<string, string>;
}

let loading: Promise<MakerFiles> | undefined;

/** Bundled when somebody first opens the maker, or asks for one of these files. */
const load = () => (loading ??= make());

async function make(): Promise<MakerFiles> {
  const wasm = await Bun.file(Bun.resolveSync("harfbuzzjs/dist/harfbuzz.wasm", import.meta.dir)).bytes();
  const shaper = `harfbuzz.${hashOf(wasm)}.wasm`;
  const { outputs } = await Bun.build({
    entrypoints: [ENTRY],
    target: "browser",
    minify: true,
    splitting: true,
    naming: { chunk: "make-[hash].[ext]" },
    // Imported by the shaper only in Node.
    external: ["module"],
    define: {
      EMOJI_FILES: JSON.stringify((await drawingNames("emoji")).join(" ")),
      EMOJI_PATH: JSON.stringify(await drawingsPath("emoji")),
      STICKERS_PATH: JSON.stringify(await drawingsPath("stickers")),
    },
    plugins: [shaperAt(shaper)],
  });
  const files = new Map([[shaper, fileOf(wasm, "application/wasm")]]);
  const scripts = new Map<string, string>();
  for (const output of outputs) {
    const code = await output.text();
    if (output.kind !== "entry-point") {
      files.set(output.path.slice(output.path.lastIndexOf("/") + 1), scriptOf(code));
      continue;
    }
    for (const [language, { messages }] of LANGUAGES) {
      const script = scriptOf(`globalThis.WORDS=${spokenBy(messages, isSpoken)};${code}`);
      const file = scriptIn(language, "make").replace(".js", `.${script.hash}.js`);
      files.set(file, script);
      scripts.set(language, file);
    }
  }
  return { files, scripts };
}

/** The maker also says what the server would say about a recipe. */
const isSpoken = (key: string) => /^(browser|make)\./.test(key);

const fileOf = (bytes: Uint8Array<ArrayBuffer>, type: string): MakerFile => ({
  content: new LargeContent(async () => bytes),
  type,
  hash: hashOf(bytes),
});

const scriptOf = (code: string) => fileOf(new TextEncoder().encode(code), JAVASCRIPT);

/** The shaper looks for its WebAssembly beside its script, under a name without a hash, and cannot be told otherwise. */
const shaperAt = (file: string): BunPlugin => ({
  name: "shaper",
  setup(build) {
    build.onLoad({ filter: /harfbuzzjs\/dist\/harfbuzz\.js$/ }, async ({ path }) => {
      const code = await Bun.file(path).text();
      return { contents: code.replaceAll('"harfbuzz.wasm"', JSON.stringify(file)), loader: "js" };
    });
  },
});

/** One of the maker's scripts, or its WebAssembly. The script of another version gets this one, uncached. */
export async function answerMakerFile(request: HttpRequest, name: string): Promise<HttpResponse | undefined> {
  if (!/^(make|harfbuzz)\b/.test(name)) return undefined;
  const { files, scripts } = await load();
  const [, start] = /^(make(?:-\w+)?)\.[0-9a-f]{12}\.js$/.exec(name) ?? [];
  const current = start && [...scripts].find(([language]) => scriptIn(language, "make") === `${start}.js`)?.[1];
  const file = files.get(name) ?? files.get(current ?? "");
  if (!file) return undefined;
  const asset = { ...(await file.content.for(request)), type: file.type, hash: file.hash };
  return answerAsset(request, { asset, exact: files.has(name) });
}

/** The addresses for the maker's page: its script in this language, and what that needs first. */
export async function makerFiles(root: string, language: string): Promise<{ script: string; ahead: string[] }> {
  const { files, scripts } = await load();
  const wasm = [...files.keys()].find((name) => name.endsWith(".wasm"))!;
  void files.get(wasm)!.content.packed("br");
  packFont("anton");
  return {
    script: `${root}/assets/${scripts.get(language) ?? scripts.get("en")!}`,
    ahead: [`${root}/assets/${wasm}`, `${root}/assets/fonts/${FONTS.anton.file}`],
  };
}
