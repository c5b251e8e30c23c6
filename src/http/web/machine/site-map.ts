import { listMapParts } from "../../../core/site-map/list-map-parts.ts";
import { listMappedMemers } from "../../../core/site-map/list-mapped-memers.ts";
import { listMappedMemes } from "../../../core/site-map/list-mapped-memes.ts";
import { profilePath } from "../../../core/users/profile-path.ts";
import { DomainError } from "../../../errors.ts";
import { markup, xmlDocument, type Markup } from "../../../markup.ts";
import { isoOf } from "../../time.ts";
import type { Visit } from "../visit.ts";
import { page } from "../web-route.ts";
import { answerText, asGuest } from "./machine-answer.ts";
import type { HttpResponse } from "../../../wire/http-response.ts";

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
/** Pages worth finding besides memes and people. */
const PLACES = ["/", "/new", "/day", "/top", "/templates", "/stats", "/about", "/anywhere", "/docs"];

export const mapIndex = page({
  method: "GET",
  path: "/sitemap.xml",
  access: "anyone",
  handle: async (visit) => {
    const { memes, memers } = await listMapParts(asGuest(visit));
    const parts = [
      "pages",
      ...memes.map(({ age, number }) => `memes/${age}-${number}`),
      ...memers.map(({ after, upTo = "" }) => `profiles/${after}-${upTo}`),
    ];
    const entries = parts.map((part) => markup`<sitemap><loc>${visit.site.url}/sitemap/${part}.xml</loc></sitemap>\n`);
    return answerXml(visit, markup`<sitemapindex xmlns="${NAMESPACE}">\n${entries}</sitemapindex>`);
  },
});

export const placesMap = page({
  method: "GET",
  path: "/sitemap/pages.xml",
  access: "anyone",
  handle: (visit) =>
    answerMap(
      visit,
      [...PLACES, ...visit.site.pages.map((page) => `/${page}`)].map((path) => ({ path })),
    ),
});

export const memesMap = page({
  method: "GET",
  path: "/sitemap/memes/{part}",
  access: "anyone",
  handle: async (visit) => {
    const [, age, number] = partOf(visit, /^(\d)-(\d{1,6})\.xml$/);
    const memes = await listMappedMemes(asGuest(visit), { age: Number(age), number: Number(number) });
    return answerMap(
      visit,
      memes.map(({ id, createdAt }) => ({ path: `/meme/${id}`, at: createdAt })),
    );
  },
});

export const profilesMap = page({
  method: "GET",
  path: "/sitemap/profiles/{part}",
  access: "anyone",
  handle: async (visit) => {
    const [, after, upTo] = partOf(visit, /^(\d{1,19})-(\d{17,19})?\.xml$/);
    const people = await listMappedMemers(asGuest(visit), { after: after!, upTo });
    return answerMap(
      visit,
      people.map((person) => ({ path: profilePath(person) })),
    );
  },
});

function partOf(visit: Visit, shape: RegExp): RegExpExecArray {
  const found = shape.exec(visit.param("part"));
  if (!found) throw new DomainError("not_found", "There is no such part of the sitemap.");
  return found;
}

function answerMap(visit: Visit, places: { path: string; at?: number }[]): HttpResponse {
  const { url } = visit.site;
  const lastmod = (at?: number) => at && markup`<lastmod>${isoOf(at)}</lastmod>`;
  const entries = places.map(({ path, at }) => markup`<url><loc>${url}${path}</loc>${lastmod(at)}</url>\n`);
  return answerXml(visit, markup`<urlset xmlns="${NAMESPACE}">\n${entries}</urlset>`);
}

const answerXml = (visit: Visit, root: Markup) => answerText(visit, xmlDocument(root), "application/xml");
