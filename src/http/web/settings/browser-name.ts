import type { Words } from "../../../words/words.ts";

const BROWSERS: [name: string, mark: RegExp][] = [
  ["Edge", /\bEdgA?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Headless)?(Chrome|CriOS|Chromium)\//],
  ["Safari", /\bSafari\//],
];
const SYSTEMS: [name: string, mark: RegExp][] = [
  ["Android", /Android/],
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Windows", /Windows/],
  ["ChromeOS", /CrOS/],
  ["Mac", /Mac OS X|Macintosh/],
  ["Linux", /Linux|X11/],
];

/** Readable name of a user agent. They all claim to be several browsers, so the order matters. */
export function browserName({ say }: Words, agent: string): string {
  const find = (list: typeof BROWSERS) => list.find(([, mark]) => mark.test(agent))?.[0];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (browser && system) return say("settings.browser-on", { browser, system });
  return browser ?? system ?? say("settings.browser-unknown");
}
