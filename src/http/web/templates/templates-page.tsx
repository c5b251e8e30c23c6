import { TEMPLATE_LISTS, type ShownTemplate } from "../../../core/templates/list-templates.ts";
import { Face } from "../components/face.tsx";
import { Icon } from "../components/icon.tsx";
import { signInHref, type Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";
import { TemplatePicture } from "./template-picture.tsx";
import { templatesQuery, type TemplatesInput } from "./templates-input.ts";

interface Props {
  frame: Frame;
  asked: TemplatesInput;
  templates: ShownTemplate[];
  /** Link to the next page. */
  next: string | undefined;
  /** What the viewer may do: propose a template, add one at once, or neither. */
  may: "propose" | "add" | undefined;
}

/** Pictures to make memes with. */
export const TemplatesPage = (props: Props) => {
  const { frame, templates, next } = props;
  const { say } = useWords();
  return (
    <Layout frame={frame} title={say("templates.title")} description={say("templates.description")} wide>
      <div class="tag-head">
        <div class="tag-name">
          <div>
            <h1 class="title">{say("templates.title")}</h1>
            <p class="soft">{say("templates.lead")}</p>
          </div>
          <Propose {...props} />
        </div>
        <Search {...props} />
        <Lists {...props} />
      </div>
      {templates.length === 0 ? <Empty {...props} /> : <TemplateList frame={frame} templates={templates} />}
      {next && (
        <p class="actions templates-more">
          <a class="button button-quiet" rel="next" href={next}>
            {say("templates.more")}
          </a>
        </p>
      )}
    </Layout>
  );
};

const Propose = ({ frame, may }: Props) => {
  const { say } = useWords();
  if (!may) return null;
  const href = frame.viewer ? `${frame.site.root}/templates/new` : signInHref(frame.site, "/templates/new");
  return (
    <a class="button button-quiet button-small" href={href}>
      <Icon name="plus" /> {say(may === "add" ? "templates.add" : "templates.propose")}
    </a>
  );
};

const Search = ({ frame, asked }: Props) => {
  const { say } = useWords();
  return (
    <form class="templates-search" role="search" action={`${frame.site.root}/templates`}>
      <label class="sr" for="field-search">
        {say("templates.search")}
      </label>
      <input
        id="field-search"
        type="search"
        name="search"
        value={asked.search}
        placeholder={say("templates.search-hint")}
        autocomplete="off"
        enterkeyhint="search"
        dir="auto"
      />
      {asked.show !== "popular" && <input type="hidden" name="show" value={asked.show} />}
      <button class="button button-quiet" aria-label={say("templates.search-button")}>
        <Icon name="search" />
      </button>
    </form>
  );
};

const Lists = ({ frame, asked }: Props) => {
  const { say } = useWords();
  const lists = TEMPLATE_LISTS.filter((list) => frame.viewer || list === "popular" || list === "new");
  return (
    <nav class="tabs" aria-label={say("templates.lists")}>
      {lists.map((show) => (
        <a
          href={`${frame.site.root}/templates${templatesQuery({ ...asked, show, cursor: undefined })}`}
          aria-current={asked.show === show ? "page" : undefined}
        >
          {say(`templates.${show}`)}
        </a>
      ))}
    </nav>
  );
};

/** Those in sight of a phone. */
const EAGER = 4;

export const TemplateList = ({ frame, templates }: { frame: Frame; templates: readonly ShownTemplate[] }) => (
  <ul class="template-list">
    {templates.map((one, i) => (
      <TemplateItem frame={frame} one={one} eager={i < EAGER} />
    ))}
  </ul>
);

const TemplateItem = ({ frame, one, eager }: { frame: Frame; one: ShownTemplate; eager: boolean }) => {
  const { say, count } = useWords();
  const { template, isFavourite } = one;
  const { root } = frame.site;
  return (
    <li class="template-item">
      <a class="template-picture" href={`${root}/templates/${template.id}`}>
        <TemplatePicture frame={frame} one={one} eager={eager} />
        <span class="template-name">
          <bdi>{template.name}</bdi>
        </span>
      </a>
      <p class="template-line soft">
        {template.status !== "accepted" && template.status !== "removed" ? (
          <span class="chip">{say(`templates.status-${template.status}`)}</span>
        ) : template.uses === 0 ? (
          say("templates.unused")
        ) : (
          count("templates.uses", template.uses)
        )}
        {isFavourite && (
          <span class="template-star">
            <Icon name="star" />
            <span class="sr">{say("templates.unfavourite")}</span>
          </span>
        )}
      </p>
      {template.status !== "retired" && (
        <a
          class="button button-small"
          href={`${root}/make?template=${template.id}`}
          aria-label={say("templates.make-with", { name: template.name })}
        >
          {say("templates.make")}
        </a>
      )}
    </li>
  );
};

const NOTHING = {
  popular: "templates.none",
  new: "templates.none",
  mine: "templates.none-mine",
  favourites: "templates.none-favourites",
} as const;

const Empty = ({ asked }: Props) => {
  const { say } = useWords();
  const search = asked.search.trim();
  return (
    <div class="feed-empty">
      <Face grade={2} />
      <p>{search === "" ? say(NOTHING[asked.show]) : say("templates.found-none", { search })}</p>
    </div>
  );
};
