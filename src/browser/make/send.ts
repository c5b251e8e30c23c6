import type { Recipe } from "../../compose/recipe.ts";
import type { Bases } from "./bases.ts";
import { say } from "./say.ts";

/** `isTaken`: something else has been posted under this key. */
export type Sent = { url: string } | { error: string; isTaken?: boolean } | { offline: true };

/** By it, the site knows a meme that is sent again because only the answer got lost. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Everything the plain form would send, but the recipe in place of its texts. */
export function formOf(form: HTMLFormElement, recipe: Recipe, bases: Bases): FormData {
  const data = new FormData(form);
  for (const name of new Set(data.keys())) if (/^(text\d+|image\d*|template)$/.test(name)) data.delete(name);
  addRecipe(data, recipe, bases);
  return data;
}

/** The recipe and the files it needs, by the names that the site has for them: image, image2 and so on. */
export function addRecipe(data: FormData, recipe: Recipe, bases: Bases) {
  const names = new Map<string, string>();
  for (const [at, [name, file]] of bases.filesOf(recipe).entries()) {
    const field = at === 0 ? "image" : `image${at + 1}`;
    names.set(name, field);
    data.set(field, file, field);
  }
  const panels = recipe.panels.map(({ base, crop }) =>
    base.kind === "upload" ? { base: { ...base, id: names.get(base.id) ?? base.id }, crop } : { base, crop },
  );
  data.set("recipe", JSON.stringify({ ...recipe, panels }));
}

export async function send(action: string, data: FormData, key: string): Promise<Sent> {
  const headers = { Accept: "application/json", "Idempotency-Key": key };
  const response = await fetch(action, { method: "POST", body: data, headers }).catch(() => undefined);
  // 409: it did arrive, and is still being drawn.
  if (!response || (response.status === 409 && response.headers.has("Retry-After"))) return { offline: true };
  const answer = (await response.json().catch(() => undefined)) as { url?: string; error?: string } | undefined;
  if (response.ok && answer?.url) return { url: answer.url };
  return { error: answer?.error ?? say("browser.odd-answer"), isTaken: response.status === 422 };
}
