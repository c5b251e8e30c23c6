import { nearestAccent, isAccent, parseAccent } from "../../../core/site/accent.ts";
import { MAX_SITE_NAME, MAX_TAGLINE } from "../../../core/site/change-site.ts";
import { SITE_PAGES, type SitePage } from "../../../entities/site-info.ts";
import { Button, Field, Form, Hidden } from "../components/form.tsx";
import { LogoPicture } from "../components/logo.tsx";
import type { Frame } from "../frame.ts";
import { TYPES } from "../submit/submit-page.tsx";
import { useWords } from "../use-words.tsx";
import { AdminLayout } from "./admin-layout.tsx";

interface Props {
  frame: Frame;
  /** The refused form, with what was typed. */
  refused?: { form: "words" | "accent" | "logo"; sentence: string; typed: Typed };
}

export interface Typed {
  name?: string;
  tagline?: string;
  accent?: string;
}

export const SitePageOfAdmin = (props: Props) => {
  const { say } = useWords();
  return (
    <AdminLayout frame={props.frame} path="/admin/site">
      <p class="soft">{say("admin.site-lead")}</p>
      <Words {...props} />
      <Accent {...props} />
      <Logo {...props} />
      <Pages frame={props.frame} />
    </AdminLayout>
  );
};

const Words = ({ frame: { site }, refused }: Props) => {
  const { say } = useWords();
  const mine = refused?.form === "words" ? refused : undefined;
  const { name = site.name, tagline = site.tagline } = mine?.typed ?? {};
  return (
    <section class="surface admin-panel" aria-labelledby="site-words">
      <h2 id="site-words">{say("admin.site-words")}</h2>
      <Form action={`${site.root}/admin/site`} error={mine?.sentence} label={say("admin.site-words")}>
        <Field
          label={say("admin.site-name")}
          name="name"
          value={name}
          hint={say("admin.site-name-hint")}
          autocomplete="off"
          maxlength={MAX_SITE_NAME}
          required
        />
        <Field
          label={say("admin.site-tagline")}
          name="tagline"
          value={tagline}
          hint={say("admin.site-tagline-hint")}
          autocomplete="off"
          maxlength={MAX_TAGLINE}
        />
        <p class="actions">
          <Button>{say("admin.site-save")}</Button>
        </p>
      </Form>
    </section>
  );
};

const Accent = ({ frame: { site }, refused }: Props) => {
  const { say } = useWords();
  const mine = refused?.form === "accent" ? refused : undefined;
  const action = `${site.root}/admin/site/accent`;
  const typed = mine && parseAccent(mine.typed.accent ?? "");
  return (
    <section class="surface admin-panel" aria-labelledby="site-look">
      <h2 id="site-look">{say("admin.site-look")}</h2>
      <Form action={action} error={mine?.sentence} label={say("admin.site-look")}>
        <Field
          label={say("admin.site-accent")}
          name="accent"
          value={mine ? mine.typed.accent : site.accent}
          hint={say("admin.site-accent-hint")}
          autocomplete="off"
          maxlength={7}
          plain
        />
        <p class="actions">
          <Button>{say("admin.site-save")}</Button>
        </p>
      </Form>
      {typed !== undefined && !isAccent(typed) && <Suggestion action={action} color={nearestAccent(typed)} />}
    </section>
  );
};

/** The nearest colour that can be seen, beside how it looks. */
const Suggestion = ({ action, color }: { action: string; color: string }) => {
  const { say } = useWords();
  return (
    <form method="post" action={action} class="accent-suggestion" data-busy>
      <Hidden name="accent" value={color} />
      <svg class="accent-swatch" viewBox="0 0 2 1" aria-hidden="true">
        <path class="accent-swatch-light" d="M0 0h1v1H0Z" />
        <path class="accent-swatch-dark" d="M1 0h1v1H1Z" />
        <path fill={color} d="M.3.25h1.4v.5H.3Z" />
      </svg>
      <button class="button button-quiet">{say("admin.site-accent-use", { color })}</button>
    </form>
  );
};

const Logo = ({ frame: { site }, refused }: Props) => {
  const { say } = useWords();
  const error = refused?.form === "logo" ? refused.sentence : undefined;
  return (
    <section class="surface admin-panel" aria-labelledby="site-logo">
      <h2 id="site-logo">{say("admin.site-logo")}</h2>
      <p class="soft">{say("admin.site-logo-lead")}</p>
      {site.logo && (
        <div class="logo-previews">
          {(["light", "dark"] as const).map((scheme) => (
            <figure class={`logo-preview logo-preview-${scheme}`}>
              <LogoPicture root={site.root} logo={site.logo!} alt={site.name} />
              <figcaption>{say(`admin.site-logo-${scheme}`)}</figcaption>
            </figure>
          ))}
        </div>
      )}
      <Form action={`${site.root}/admin/site/logo`} error={error} label={say("admin.site-logo")} upload>
        <Field
          label={say("admin.site-logo-file")}
          name="image"
          type="file"
          accept={TYPES}
          hint={say("admin.site-logo-hint")}
          required
        />
        <p class="actions">
          <Button>{say("admin.site-logo-upload")}</Button>
        </p>
      </Form>
      {site.logo && (
        <form method="post" action={`${site.root}/admin/site/logo/remove`} data-busy>
          <button class="button button-quiet button-small">{say("admin.site-logo-remove")}</button>
        </form>
      )}
    </section>
  );
};

const Pages = ({ frame }: { frame: Frame }) => {
  const { say } = useWords();
  return (
    <section class="surface admin-panel" aria-labelledby="site-pages">
      <h2 id="site-pages">{say("admin.site-pages")}</h2>
      <p class="soft">{say("admin.site-pages-lead")}</p>
      <ul class="rows">
        {SITE_PAGES.map((page) => (
          <PageItem frame={frame} page={page} />
        ))}
      </ul>
    </section>
  );
};

const PageItem = ({ frame: { site }, page }: { frame: Frame; page: SitePage }) => {
  const { say } = useWords();
  const name = say(`site.page-${page}`);
  const written = site.pages.includes(page);
  const act = written ? "edit" : "write";
  return (
    <li class="row">
      <div class="row-text">
        {written ? <a href={`${site.root}/${page}`}>{name}</a> : <span>{name}</span>}
        {!written && <span class="soft">{say("admin.site-page-none")}</span>}
      </div>
      <a
        class="button button-quiet button-small"
        href={`${site.root}/admin/site/pages/${page}`}
        aria-label={say(`admin.site-page-${act}-name`, { page: name })}
      >
        {say(`admin.site-page-${act}`)}
      </a>
    </li>
  );
};
