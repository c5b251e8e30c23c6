import { siteRoutes } from "./site-routes.tsx";

const PAGES = new Set(siteRoutes.filter(({ method }) => method === "GET").map(({ path }) => path));
const FORM_PAGES = new Map(
  siteRoutes.flatMap(({ path, formPage }) => (formPage === undefined ? [] : [[path, formPage]])),
);

/** The page with the form that is sent to this path. */
export const formPageOf = (path: string, params: Record<string, string>): string =>
  (FORM_PAGES.get(path) ?? pageAbove(path)).replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  ) || "/";

/** The path itself if it is a page, or else the nearest page above it. */
const pageAbove = (path: string): string =>
  path === "" || PAGES.has(path) ? path : pageAbove(path.slice(0, path.lastIndexOf("/")));
