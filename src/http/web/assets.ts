import { basename, extname, join } from "node:path";

import { PATTERNS } from "../../core/pro/appearance.ts";
import { english } from "../../words/en/index.ts";
import { LANGUAGES } from "../../words/languages.ts";
import { cachedContent } from "../encoding.ts";
import type { HashedFile } from "./answer-page.ts";

const PUBLIC = join(import.meta.dir, "../../../public");
const SCRIPTS = join(import.meta.dir, "../../browser/site.ts");
const EARLY = join(import.meta.dir, "../../browser/early.ts");
const FILES = [
  "icon.svg",
  "icons/icon-192.png",
  "icons/icon-512.png",
  "icons/icon-maskable.png",
  "icons/apple-touch-icon.png",
  "icons/favicon.ico",
  ...PATTERNS.map((name) => `backgrounds/${name}.svg`),
];
const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
  ".png": "image/png",
  ".ico": "image/x-icon",
};

export interface Asset extends HashedFile {
  name: string;
  /** File name with the hash of its content. */
  file: string;
}

let loading: Promise<Map<string, Asset>> | undefined;

/**
 * Our stylesheets, pictures and scripts, by name. Read and bundled for the first page, once per process, so that
 * commands and tests without pages pay nothing.
 */
export function loadAssets(): Promise<Map<string, Asset>> {
  return (loading ??= load());
}

async function load(): Promise<Map<string, Asset>> {
  const files = FILES.map(async (name) => assetOf(basename(name), await Bun.file(join(PUBLIC, name)).bytes()));
  const assets = [...(await Promise.all([...files, styles(), earlyScript()])), ...(await scripts())];
  return new Map(assets.map((asset) => [asset.name, asset]));
}

async function styles(): Promise<Asset> {
  return assetOf("site.css", new TextEncoder().encode(withoutSpace(await bundledStyles())));
}

/** Nothing that is quoted in our stylesheet has any of these characters in it. */
const withoutSpace = (css: string) =>
  css
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([{};,>]) ?/g, "$1")
    .replaceAll(": ", ":")
    .replaceAll(";}", "}");

/** One stylesheet from everything css/site.css imports, without comments, and with breakpoint names replaced by widths. */
export async function bundledStyles(): Promise<string> {
  const index = await sheet("site.css");
  const imports = [...index.matchAll(/@import "(.+)" layer\((\w+)\);\n/g)];
  const layers = imports.map(async ([, file, layer]) => `@layer ${layer} {\n${await sheet(file!)}}\n`);
  const css = [index.replace(/@import .+\n/g, "").trimEnd(), ...(await Promise.all(layers))].join("\n");
  const widths = new Map(
    [...css.matchAll(/@custom-media (--[\w-]+) \((.+)\);\n/g)].map(([, name, width]) => [name, width]),
  );
  return css
    .replace(/@custom-media .+\n|\/\*[^]*?\*\/\s*/g, "")
    .replace(/@media .*\((--[\w-]+)\)/g, (media, name) => media.replace(name, widths.get(name)!));
}

const sheet = (name: string) => Bun.file(join(PUBLIC, "css", name)).text();

/** Runs before the first paint, so it is small, and speaks no language. */
async function earlyScript(): Promise<Asset> {
  const { outputs } = await Bun.build({ entrypoints: [EARLY], target: "browser", format: "iife", minify: true });
  return assetOf("early.js", new TextEncoder().encode(await outputs[0]!.text()));
}

/** One bundle per language, each with its messages, so that pages need not carry any. */
async function scripts(): Promise<Asset[]> {
  const { outputs } = await Bun.build({ entrypoints: [SCRIPTS], target: "browser", minify: true });
  const code = await outputs[0]!.text();
  return [...LANGUAGES].map(([language, { messages }]) => {
    const words = spokenBy(messages, (key) => /^browser\.(?!make-)/.test(key));
    return assetOf(scriptIn(language), new TextEncoder().encode(`const WORDS=${words};${code}`));
  });
}

/** The messages of our scripts, as JSON. */
export function spokenBy(messages: ReadonlyMap<string, string>, isSpoken: (key: string) => boolean): string {
  const all = [...Object.entries(english), ...messages];
  return JSON.stringify(Object.fromEntries(all.filter(([key]) => isSpoken(key))));
}

export const scriptIn = (language: string, name = "site") =>
  language === "en" ? `${name}.js` : `${name}-${language}.js`;

/** Part of an address that changes with its content. */
export const hashOf = (bytes: Uint8Array): string =>
  new Bun.CryptoHasher("sha256").update(bytes).digest("hex").slice(0, 12);

export function assetOf(name: string, bytes: Uint8Array<ArrayBuffer>): Asset {
  const hash = hashOf(bytes);
  const extension = extname(name);
  const type = TYPES[extension]!;
  const file = `${basename(name, extension)}.${hash}${extension}`;
  return { name, file, hash, type, ...cachedContent(bytes, type.includes("charset")) };
}

/** The asset an address names, and whether its content has the hash in the address. */
export function findAsset(
  find: (name: string) => Asset | undefined,
  file: string,
): { asset: Asset; exact: boolean } | undefined {
  const [, name, hash, extension] = /^([\w-]+)\.([0-9a-f]{12})(\.\w+)$/.exec(file) ?? [];
  const asset = find(`${name}${extension}`);
  return asset && { asset, exact: asset.hash === hash };
}
