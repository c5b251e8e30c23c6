import { z } from "zod";

import { baseFile, basePath } from "../../../core/make/base-files.ts";
import { typeOfKey } from "../../../core/memes/renditions.ts";
import {
  listTemplates,
  MAX_TEMPLATE_SEARCH,
  TEMPLATE_LISTS,
  type ShownTemplate,
} from "../../../core/templates/list-templates.ts";
import { readTemplate } from "../../../core/templates/read-template.ts";
import { recipeOf } from "../../../core/templates/template-recipe.ts";
import { english } from "../../../words/en/index.ts";
import { memeCursor } from "../../cursor.ts";
import { maxAge } from "../../fields.ts";
import { json, jsonArray, jsonOf, type Json } from "../../json.ts";
import { epochSeconds, isoOf } from "../../time.ts";
import { route } from "../api-route.ts";
import { listInput, listRefusal, readPage } from "../lists.ts";
import { presentingOf, type Presenting } from "../presenting.ts";
import { FEED } from "./common.ts";
import { presentUser } from "./present.ts";
import { exampleTemplate, Template } from "./template-schemas.ts";

const TAG = "Making";
const NO_TEMPLATE = english["error.no-template"];
const BAD_SORT = english["error.bad-template-list"];

function presentTemplate({ template, base, preview, author, isFavourite }: ShownTemplate, to: Presenting): Json {
  const { url } = to.addresses;
  const before = {
    id: template.id,
    name: template.name,
    tags: template.tags,
    alt: template.alt,
    age: template.age,
    url: url + basePath(base),
    type: typeOfKey(baseFile(base)),
    width: base.width,
    height: base.height,
    animated: base.frames > 1,
    preview_url: url + basePath(preview ?? base),
    texts: template.sampleTexts,
    recipe: recipeOf(template),
    memes: template.uses,
    favourite: isFavourite,
    status: template.status,
  };
  const after = {
    permalink: `${url}/templates/${template.id}`,
    timestamp: isoOf(template.createdAt),
    timestamp_epoch_seconds: epochSeconds(template.createdAt),
  };
  const by = author ? presentUser(author, to) : "null";
  return json(`${jsonOf(before).slice(0, -1)},"author":${by},${jsonOf(after).slice(1)}`);
}

const getTemplates = route({
  name: "getTemplates",
  method: "GET",
  path: "/template",
  access: "member",
  tag: TAG,
  summary: "List templates",
  description:
    "Pictures with prepared boxes, to make memes with. Long lists are paginated through the Link header. Of your own templates, those that staff have yet to accept are listed too.",
  input: z.object({
    sort: z
      .enum(TEMPLATE_LISTS, { error: BAD_SORT })
      .default("popular")
      .describe("The most used first, the newest first, those you proposed, or your favourites"),
    q: z
      .string({ error: "The search must be text." })
      .default("")
      .describe("Words of the name or the tags, or their beginnings")
      .meta({ maxLength: MAX_TEMPLATE_SEARCH, example: "cat" }),
    ...listInput(FEED),
    age: maxAge,
  }),
  answer: { description: "The templates.", schema: z.array(Template), example: [exampleTemplate] },
  refusals: { 400: listRefusal(FEED) },
  handle: async (call, { sort, q, age, ...list }) => {
    const templates = await readPage(call, list, memeCursor, (query) =>
      listTemplates(call.ctx, { ...query, list: sort, search: q, age }),
    );
    return jsonArray(templates.map((one) => presentTemplate(one, presentingOf(call))));
  },
});

const getTemplate = route({
  name: "getTemplate",
  method: "GET",
  path: "/template/{template}",
  access: "member",
  tag: TAG,
  summary: "Get a template",
  description: "To make a meme with it, send its id and your texts to /make.",
  params: { template: { description: "The template's id", example: exampleTemplate.id } },
  answer: { description: "The template.", schema: Template, example: exampleTemplate },
  refusals: { 404: NO_TEMPLATE },
  handle: async (call) => presentTemplate(await readTemplate(call.ctx, call.params.template!), presentingOf(call)),
});

export const templateRoutes = [getTemplates, getTemplate];
