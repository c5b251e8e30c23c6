import { DomainError } from "../../../errors.ts";
import { HttpError } from "../../errors.ts";
import { readDayList, readFeedList } from "../feed/feed-routes.tsx";
import { ownPath } from "../own-path.ts";
import { readProfileList } from "../profile/profile-routes.tsx";
import { readSavedList } from "../saved/saved-routes.tsx";
import { readSearchList } from "../search/search-routes.tsx";
import { readTagList } from "../tags/tag-routes.tsx";
import type { Visit } from "../visit.ts";
import { walkHref, type ListPage, type Walk } from "./walk-list.ts";

/**
 * Pages of results read from the beginning to find the one before. Further on, the first of a page has none: a page of
 * results can take long, and anybody can ask for this.
 */
const MAX_PAGES_BACK = 5;

/** Reads the page of the list again that somebody came from. Undefined if it is no list, or has changed since. */
export async function readWalk(visit: Visit, id: string, from: string | undefined): Promise<Walk | undefined> {
  const { root } = visit.site;
  const path = ownPath(from, root);
  if (path === undefined) return undefined;
  try {
    const page = await readList(visit, path);
    const at = page?.items.findIndex(({ meme }) => meme.id === id) ?? -1;
    if (!page || at < 0) return undefined;
    const here = root + path;
    const neighbour = (by: number) => page.items[at + by] && walkHref(root, page.items[at + by]!.meme.id, here);
    return {
      list: here,
      previous: neighbour(-1) ?? (await oneBefore(visit, id, path)),
      next: neighbour(1) ?? (await firstOf(visit, page.next)),
    };
  } catch (error) {
    // Anybody can write anything into an address. The meme is shown all the same.
    if (error instanceof DomainError || error instanceof HttpError || error instanceof URIError) return undefined;
    throw error;
  }
}

async function firstOf(visit: Visit, list: string | undefined): Promise<string | undefined> {
  if (list === undefined) return undefined;
  const { root } = visit.site;
  const [first] = (await readList(visit, list.slice(root.length)))?.items ?? [];
  return first && walkHref(root, first.meme.id, list);
}

async function oneBefore(visit: Visit, id: string, path: string): Promise<string | undefined> {
  const { root } = visit.site;
  const start = new URL(path, "http://list");
  if (!start.searchParams.has("cursor")) return undefined;
  start.searchParams.delete("cursor");
  const first = root + start.pathname + start.search;
  if (start.pathname === "/search") return resultBefore(visit, id, first);
  const page = await readList(visit, path, true);
  const [one] = page?.items ?? [];
  return one && walkHref(root, one.meme.id, page!.next ?? first);
}

/** Results of a search are in no index, so they are read from the beginning. */
async function resultBefore(visit: Visit, id: string, first: string): Promise<string | undefined> {
  const { root } = visit.site;
  let list: string | undefined = first;
  let before: string | undefined;
  for (let read = 0; list !== undefined && read < MAX_PAGES_BACK; read++) {
    const page: ListPage | undefined = await readList(visit, list.slice(root.length));
    for (const { meme } of page?.items ?? []) {
      if (meme.id === id) return before;
      before = walkHref(root, meme.id, list);
    }
    list = page?.next;
  }
  return undefined;
}

/** `back` for the one before the page, and the address of a page that has it. */
async function readList(visit: Visit, address: string, back?: boolean): Promise<ListPage | undefined> {
  const { pathname, searchParams } = new URL(address, "http://list");
  const query = Object.fromEntries(searchParams);
  const [, kind, name] = /^\/(@|tag\/)([^/]+)$/.exec(pathname) ?? [];
  if (pathname === "/" || pathname === "/new") return readFeedList(visit, pathname, query, back);
  if (pathname === "/day") return readDayList(visit, query, back);
  if (/^\/(saved|shared)(\/|$)/.test(pathname)) return readSavedList(visit, pathname, query, back);
  if (pathname === "/search") return readSearchList(visit, query);
  if (kind === "@") return readProfileList(visit, decodeURIComponent(name!), query, back);
  if (kind === "tag/") return readTagList(visit, decodeURIComponent(name!), query, back);
  return undefined;
}
