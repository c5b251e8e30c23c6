import type { SitePage } from "../../../entities/site-info.ts";
import { Markdown } from "../components/markdown.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";

interface Props {
  frame: Frame;
  page: SitePage;
  /** Markdown. */
  text: string;
}

/** Rules, privacy, contact or imprint, as the people who run the site have written it. */
export const OwnPage = ({ frame, page, text }: Props) => {
  const { say } = useWords();
  const name = say(`site.page-${page}`);
  const { title = name, rest } = splitTitle(text);
  return (
    <Layout
      frame={frame}
      title={title}
      description={say("site.page-description", { page: title, site: frame.site.name })}
    >
      <article class="own-page" dir="auto">
        <h1 class="title">{title}</h1>
        <div class="prose">
          <Markdown text={rest} root={frame.site.root} />
        </div>
      </article>
    </Layout>
  );
};

/** A text that begins with a heading has its own title. */
function splitTitle(text: string): { title?: string; rest: string } {
  const [whole, title] = /^# +([^\n]+)(?:\n|$)/.exec(text) ?? [];
  return whole === undefined ? { rest: text } : { title: title!.trim(), rest: text.slice(whole.length) };
}
