import { contentOf } from "../../encoding.ts";
import { answerPage, htmlOf } from "../answer-page.ts";
import { WordsProvider } from "../use-words.tsx";
import { page, type WebRoute } from "../web-route.ts";
import { OFFLINE, OfflinePage } from "./offline-page.tsx";

/** Not in the frame of other pages: that would show who is signed in, and use up the note for the next page. */
const offline = page({
  method: "GET",
  path: OFFLINE,
  access: "anyone",
  handle: ({ request, site, cookies, words }) => {
    const html = htmlOf(WordsProvider({ words, children: <OfflinePage site={site} theme={cookies.theme} /> }));
    return answerPage(request, contentOf(html), {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Language": words.language,
      "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'",
      "X-Content-Type-Options": "nosniff",
    });
  },
});

/** The site as an app on a phone. */
export const appPages: readonly WebRoute[] = [offline];
