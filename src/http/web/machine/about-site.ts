import { wordsIn } from "../../../words/words.ts";
import { answerEncoded } from "../answer-page.ts";
import { loadAssets } from "../assets.ts";
import { faceHref, iconHref, logoIconHref, type IconName } from "../site-icons.tsx";
import { tintedIcon } from "../tinted-icon.ts";
import { page } from "../web-route.ts";
import { answerText, NOTHING_RUNS } from "./machine-answer.ts";
import { HttpResponse } from "../../../wire/http-response.ts";

/** Forms, pages for members, and endless lists. */
const NOT_FOR_ROBOTS = [
  "/settings",
  "/submit",
  "/make",
  "/templates/new",
  "/search",
  "/random",
  "/sign-in",
  "/sign-up",
  "/sign-out",
  "/reset",
  "/unsubscribe",
  "/theme",
  "/language",
  "/translate",
  "/notifications",
  "/reports",
  "/saved",
  "/meme/*/report",
  "/meme/*/save",
  "/meme/*/comments/",
  "/moderation",
  "/admin",
  "/*?*cursor=",
];

export const robots = page({
  method: "GET",
  path: "/robots.txt",
  access: "anyone",
  handle: (visit) => {
    const { root, url } = visit.site;
    const lines = NOT_FOR_ROBOTS.map((path) => `Disallow: ${root}${path}`);
    return answerText(
      visit,
      ["User-agent: *", ...lines, "", `Sitemap: ${url}/sitemap.xml`, ""].join("\n"),
      "text/plain",
    );
  },
});

/** Pictures from other apps. The service worker takes them: what is sent from outside, the site itself would refuse. */
const shareTarget = (root: string) => ({
  action: `${root}/submit/shared`,
  method: "POST",
  enctype: "multipart/form-data",
  params: { title: "title", text: "text", files: [{ name: "image", accept: ["image/*"] }] },
});

export const manifest = page({
  method: "GET",
  path: "/manifest.webmanifest",
  access: "anyone",
  handle: (visit) => {
    const { root, name, tagline } = visit.site;
    const { language, say } = wordsIn("en");
    const png = (name: IconName, size: number, purpose: string) => ({
      src: iconHref(visit.site, name),
      sizes: `${size}x${size}`,
      type: "image/png",
      purpose,
    });
    const shortcut = (name: string, path: string) => ({
      name,
      url: root + path,
      icons: [png("icon-192.png", 192, "any")],
    });
    const svg = faceHref(visit.site);
    const drawn = svg === undefined ? [] : [{ src: svg, sizes: "any", type: "image/svg+xml", purpose: "any" }];
    const manifest = {
      name,
      short_name: name,
      description: tagline ?? say("machine.description"),
      id: `${root}/`,
      start_url: `${root}/`,
      scope: `${root}/`,
      display: "standalone",
      lang: language,
      background_color: "#fbf6ec",
      theme_color: "#fbf6ec",
      icons: [
        ...drawn,
        png("icon-192.png", 192, "any"),
        png("icon-512.png", 512, "any"),
        png("icon-maskable.png", 512, "maskable"),
      ],
      shortcuts: [
        shortcut(say("machine.post"), "/submit"),
        shortcut(say("machine.search"), "/search"),
        shortcut(say("machine.random"), "/random"),
      ],
      ...(visit.site.worker ? { share_target: shareTarget(root) } : {}),
    };
    return answerText(visit, JSON.stringify(manifest), "application/manifest+json");
  },
});

/** Browsers request this address if no page names a better one. */
export const favicon = page({
  method: "GET",
  path: "/favicon.ico",
  access: "anyone",
  handle: async (visit) => {
    const { site, request } = visit;
    const ofLogo = logoIconHref(site, "48");
    if (ofLogo !== undefined)
      return new HttpResponse(null, { status: 302, headers: { Location: ofLogo, "Cache-Control": "no-cache" } });
    const ours = (await loadAssets()).get("favicon.ico")!;
    const icon = site.accent === undefined ? ours : tintedIcon(ours, site.accent);
    const headers = { "Content-Type": icon.type, "Cache-Control": "public, max-age=86400", ...NOTHING_RUNS };
    return answerEncoded(request, icon, headers);
  },
});
