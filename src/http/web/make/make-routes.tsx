import { changeRecipe } from "../../../core/make/change-recipe.ts";
import { makeOnly } from "../../../core/make/make-only.ts";
import { startRecipe, type StartedRecipe, type StartFrom } from "../../../core/make/start-recipe.ts";
import { readMeme } from "../../../core/memes/read-meme.ts";
import { changeBoxes } from "../../../core/templates/change-boxes.ts";
import { listTemplates } from "../../../core/templates/list-templates.ts";
import { readTemplate } from "../../../core/templates/read-template.ts";
import { DomainError } from "../../../errors.ts";
import { message } from "../../../words/messages.ts";
import { contentOf } from "../../encoding.ts";
import { answerPage, htmlOf, pageHeaders } from "../answer-page.ts";
import type { Frame } from "../frame.ts";
import { MessagePage } from "../notice-page.tsx";
import { goTo, show, withWebAssembly } from "../reply.ts";
import { chosenIn, goOn, posted } from "../submit/submit-routes.tsx";
import { WordsProvider } from "../use-words.tsx";
import type { Visit } from "../visit.ts";
import { page, type FormRefusal, type WebRoute } from "../web-route.ts";
import { makeInput, previewedIn, startInput, textsIn, UPLOAD, wishIn, withoutEmpty } from "./make-input.ts";
import type { MakeTyped } from "./make-form.tsx";
import { MakeOfflinePage, MakePage, MakeStartPage, type EditorStart } from "./make-page.tsx";
import { makerFiles } from "./maker-files.ts";
import { picturePages } from "./picture-routes.ts";
import { postOnce } from "./post-once.ts";
import { TemplateChoice } from "./template-choice.tsx";
import type { HttpResponse } from "../../../wire/http-response.ts";

const TEMPLATES = 24;

const NOTHING_TYPED = { caption: "", alt: "", age: "", rating: "", remix: "everyone" };

interface Asked {
  template?: string | undefined;
  remix?: string | undefined;
  edit?: string | undefined;
  boxes?: string | undefined;
}

const view = page({
  method: "GET",
  path: "/make",
  access: "anyone",
  input: startInput,
  handle: async (visit, input) => {
    if ((input.edit || input.boxes) && !visit.me) return goTo(visit, `/sign-in?next=${encodeURIComponent(visit.here)}`);
    const previewed = previewedIn(input);
    const asked = previewed?.asked ?? {
      template: input.template,
      remix: input.remix,
      edit: input.edit,
      boxes: input.boxes,
    };
    const typed = { ...NOTHING_TYPED, ...visit.cookies.lastPost, ...previewed?.typed };
    const from = startOf(asked);
    if (!from) return showStart(visit, typed);
    const texts = textsIn(input);
    const refused = previewed?.asked.template ? await refusalOf(visit, previewed.asked.template, texts) : undefined;
    return showEditor(visit, { asked, from, typed, texts, ...(refused && { refused }) });
  },
  missing: (visit, error) => {
    const said = error.userMessage;
    if (typeof said !== "object" || !NOT_EDITABLE.includes(said.key)) throw error;
    const meme = new URL(visit.request.url).searchParams.get("edit");
    const notice = { status: 404, title: message("make.set-in-stone"), text: said, grade: 2 } as const;
    return show(
      visit,
      <MessagePage frame={visit.frame} message={notice}>
        <a class="button" href={`${visit.site.root}/meme/${meme}`}>
          {visit.words.say("saved.back-to-meme")}
        </a>
      </MessagePage>,
      404,
    );
  },
});

/** What somebody is told about a meme of their own that they can see. */
const NOT_EDITABLE = ["make.recipe-gone", "make.no-recipe"];

/** Why the words can't be drawn: the picture of a preview could not say so. */
async function refusalOf(visit: Visit, template: string, texts: readonly string[]): Promise<FormRefusal | undefined> {
  if (!visit.me || !texts.some(Boolean)) return undefined;
  try {
    await makeOnly(visit.ctx, { template, texts: withoutEmpty(texts) });
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "invalid") throw error;
    const sentence = visit.words.translate(error.userMessage ?? error.message);
    return { error, sentence, status: 400, headers: {} };
  }
}

function startOf({ template, remix, edit, boxes }: Asked): StartFrom | undefined {
  if (boxes) return { boxes };
  if (template) return { template };
  if (remix) return { meme: remix };
  return edit ? { own: edit } : undefined;
}

async function showStart(visit: Visit, typed: MakeTyped, refused?: FormRefusal): Promise<HttpResponse> {
  const { frame } = visit;
  const age = visit.showsMature ? 4 : 2;
  const { items } = await listTemplates(visit.ctx, {
    list: "popular",
    age,
    amount: TEMPLATES,
    skip: 0,
    after: undefined,
  });
  const files = await scripted(visit);
  return show(
    visit,
    <MakeStartPage
      frame={frame}
      {...files}
      templates={<TemplateChoice frame={frame} templates={items} />}
      typed={typed}
      error={refused?.sentence}
    />,
    refused?.status,
    { ...refused?.headers, ...withWebAssembly(visit) },
  );
}

async function scripted({ site, words, website }: Visit) {
  const { script } = await makerFiles(site.root, words.language);
  return { script, fonts: await website.ownFonts() };
}

interface Shown {
  asked: Asked;
  from: StartFrom;
  typed: MakeTyped;
  texts: string[];
  refused?: FormRefusal;
}

async function showEditor(visit: Visit, { asked, from, typed, texts, refused }: Shown): Promise<HttpResponse> {
  const started = await startRecipe(visit.ctx, from);
  const start = await editorStart(visit, asked, started, texts);
  const { width, height } = started.recipe;
  // What was refused may be what cannot be drawn.
  const showsWords = asked.template !== undefined && visit.me && !refused && texts.some(Boolean);
  const files = await scripted(visit);
  return show(
    visit,
    <MakePage
      frame={visit.frame}
      {...files}
      start={start}
      typed={typed}
      size={{ width, height }}
      hidden={{ template: asked.template, edit: asked.edit, boxes: asked.boxes, from: started.parent }}
      preview={showsWords ? previewOf(visit, asked.template!, texts) : undefined}
      error={refused?.sentence}
      edits={asked.boxes ? "boxes" : asked.edit ? "meme" : undefined}
      here={addressOf(asked)}
    />,
    refused?.status,
    { ...refused?.headers, ...withWebAssembly(visit) },
  );
}

/** What was typed without a script is in the recipe, too. */
async function editorStart(
  { ctx, site, words }: Visit,
  asked: Asked,
  { recipe, pictures }: StartedRecipe,
  texts: readonly string[],
): Promise<EditorStart> {
  const template = asked.boxes || asked.template;
  const about = template ? (await readTemplate(ctx, template)).template : undefined;
  const author = asked.remix ? (await readMeme(ctx, asked.remix)).author.username : undefined;
  return {
    key: asked.boxes
      ? `boxes:${asked.boxes}`
      : template
        ? `template:${template}`
        : asked.remix
          ? `remix:${asked.remix}`
          : `edit:${asked.edit}`,
    recipe: { ...recipe, boxes: recipe.boxes.map((box, at) => ({ ...box, text: texts[at] || box.text })) },
    bases: pictures.map(({ base, path, animated }) => ({ base, picture: site.root + path, frames: animated ? 2 : 1 })),
    samples: about?.sampleTexts ?? [],
    title: about?.name ?? (author === undefined ? "" : words.say("make.remix-title", { name: author })),
  };
}

const addressOf = (asked: Asked) => {
  const [name, id] = Object.entries(asked).find(([key, value]) => value && !key.startsWith("text")) ?? [];
  return name ? `/make?${name}=${encodeURIComponent(id!)}` : "/make";
};

function previewOf({ site }: Visit, template: string, texts: readonly string[]): string {
  const query = new URLSearchParams({ template });
  for (const [at, text] of texts.entries()) if (text !== "") query.set(`text${at + 1}`, text);
  return `${site.root}/make/preview?${query.toString()}`;
}

const post = page({
  method: "POST",
  path: "/make",
  access: "member",
  input: makeInput,
  upload: UPLOAD,
  handle: async (visit, input) => {
    const wish = wishIn(input);
    if (input.boxes) {
      await changeBoxes(visit.ctx, { id: input.boxes, recipe: wish.recipe });
      return goOn(visit, `/templates/${input.boxes}`, "template-saved");
    }
    if (input.edit) {
      const { recipe, files } = wish.recipe === undefined ? { recipe: undefined, files: undefined } : wish;
      const { meme } = await changeRecipe(visit.ctx, input.edit, { recipe, ...(files && { files }) });
      return goOn(visit, `/meme/${meme.id}`, "picture-changed");
    }
    const { age, rating, caption } = chosenIn(input);
    const made = { ...wish, caption, alt: input.alt.trim(), age, rating, remix: input.remix };
    return posted(visit, input, await postOnce(visit, input, made));
  },
  again: async (visit, input, refused) => {
    const { caption, alt, age, rating, remix, template, from, edit, boxes } = input;
    const typed = { caption, alt, age, rating, remix };
    const start = startOf({ template, remix: from, edit, boxes });
    if (!start) return showStart(visit, typed, refused);
    const asked = { template, remix: template ? undefined : from, edit, boxes };
    return showEditor(visit, { asked, from: start, typed, texts: textsIn(input), refused });
  },
});

/** Not in the frame of other pages: the service worker keeps it, so it must not say who is signed in. */
const offline = page({
  method: "GET",
  path: "/make/offline",
  access: "anyone",
  handle: async (visit) => {
    const { request, site, cookies, words, nonce, website } = visit;
    const files = await scripted(visit);
    const frame: Frame = {
      site,
      nonce,
      theme: cookies.theme,
      here: "/make",
      now: 0,
      openReports: 0,
      proposals: 0,
      showsMature: false,
      viewer: undefined,
      person: undefined,
      since: undefined,
      note: undefined,
    };
    const html = htmlOf(WordsProvider({ words, children: <MakeOfflinePage frame={frame} {...files} /> }));
    return answerPage(request, contentOf(html), {
      ...pageHeaders(website.policy, nonce),
      ...withWebAssembly(visit),
      "Content-Language": words.language,
    });
  },
});

/** The meme maker. */
export const makePages: readonly WebRoute[] = [view, post, ...picturePages, offline];
