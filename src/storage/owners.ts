import { readBytes, type Storage } from "./storage.ts";

/** A small file in the storage that says whose images it holds: one site id per line. */
export const OWNERS_KEY = "site.id";

export async function readOwners(storage: Storage): Promise<string[]> {
  const bytes = await readBytes(storage, OWNERS_KEY);
  return new TextDecoder().decode(bytes).split(/\s+/).filter(Boolean);
}

export async function writeOwners(storage: Storage, ids: readonly string[]): Promise<void> {
  await storage.put(OWNERS_KEY, new TextEncoder().encode(`${ids.join("\n")}\n`), "text/plain");
}
