import { MAX_PAGE } from "../../../core/site/write-page.ts";
import type { SitePage } from "../../../entities/site-info.ts";
import { Button, Field, Form } from "../components/form.tsx";
import { Markdown } from "../components/markdown.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { AdminLayout } from "./admin-layout.tsx";

interface Props {
  frame: Frame;
  page: SitePage;
  /** Undefined until it is written. */
  text: string | undefined;
  refused?: { typed: string; sentence: string };
}

/** Writes one of the site's own pages. */
export const PageEditor = ({ frame, page, text, refused }: Props) => {
  const { say } = useWords();
  const { root } = frame.site;
  const name = say(`site.page-${page}`);
  return (
    <AdminLayout frame={frame} path="/admin/site" title={name}>
      <Form action={`${root}/admin/site/pages/${page}`} error={refused?.sentence} label={name}>
        <Field
          label={say("admin.site-page-text")}
          name="text"
          value={refused ? refused.typed : text}
          hint={say("admin.site-page-hint")}
          rows={18}
          maxlength={MAX_PAGE}
        />
        <p class="actions">
          <Button>{say("admin.site-save")}</Button>
          <a class="button button-quiet" href={`${root}/admin/site`}>
            {say("admin.site")}
          </a>
        </p>
      </Form>
      {text !== undefined && (
        <section class="surface admin-panel" aria-labelledby="page-now">
          <h2 id="page-now">
            <a href={`${root}/${page}`}>{say("admin.site-page-now")}</a>
          </h2>
          <div class="prose" dir="auto">
            <Markdown text={text} root={root} />
          </div>
        </section>
      )}
    </AdminLayout>
  );
};
