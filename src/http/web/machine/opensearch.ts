import { wordsIn } from "../../../words/words.ts";
import { iconHref } from "../site-icons.tsx";
import { page } from "../web-route.ts";
import { answerText } from "./machine-answer.ts";
import { markup, xmlDocument } from "../../../markup.ts";

/** OpenSearch 1.1: browsers can then search the site from their address bar, by its name. */
export const opensearch = page({
  method: "GET",
  path: "/opensearch.xml",
  access: "anyone",
  handle: (visit) => {
    const { name, tagline, url } = visit.site;
    const description = xmlDocument(markup`<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>${name}</ShortName>
  <Description>${tagline ?? wordsIn("en").say("machine.description")}</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="192" height="192" type="image/png">${new URL(iconHref(visit.site, "icon-192.png"), url).href}</Image>
  <Url type="text/html" template="${url}/search?search={searchTerms}"/>
</OpenSearchDescription>`);
    return answerText(visit, description, "application/opensearchdescription+xml");
  },
});
