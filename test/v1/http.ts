import type { TestMember, World } from "../world.ts";

export const json = (value: object, headers: Record<string, string> = {}): RequestInit => ({
  body: JSON.stringify(value),
  headers: { "Content-Type": "application/json", ...headers },
});

export const form = (fields: Record<string, string>): RequestInit => ({ body: new URLSearchParams(fields) });

/** Body of a response that must succeed. */
export async function bodyOf<T>(response: Response | Promise<Response>): Promise<T> {
  const text = await (await response).text();
  if (!(await response).ok) throw new Error(`${(await response).status} ${text}`);
  return JSON.parse(text) as T;
}

export const read = <T>(world: World, who: TestMember, path: string) => bodyOf<T>(world.as(who).get(path));

/** Follows the Link header to the end. Returns the items of all pages and the length of each. */
export async function readAll<T>(world: World, who: TestMember, path: string) {
  const items: T[] = [];
  const pages: number[] = [];
  for (let next: string | undefined = path; next;) {
    const response: Response = await world.as(who).get(next);
    const page = await bodyOf<T[]>(response);
    items.push(...page);
    pages.push(page.length);
    const link = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1];
    next = link && new URL(link).pathname + new URL(link).search;
  }
  return { items, pages };
}
