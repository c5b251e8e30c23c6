import { CodeBlock } from "../components/code.tsx";
import { SectionLayout, type Pages, type SectionPage } from "../components/section-layout.tsx";
import { useWords } from "../use-words.tsx";

const PAGES = [
  ["/admin", "admin.overview", "pulse"],
  ["/admin/minute", "admin.minute", "search"],
  ["/admin/site", "admin.site", "home"],
  ["/admin/users", "admin.users", "person"],
  ["/admin/keys", "admin.keys", "key"],
  ["/admin/storage", "admin.storage", "disk"],
  ["/admin/jobs", "admin.jobs", "clock"],
  ["/admin/errors", "admin.errors", "flag"],
  ["/admin/deletions", "admin.deletions", "trash"],
  ["/admin/backups", "admin.backups", "copy"],
  ["/admin/settings", "admin.settings", "list"],
] as const satisfies Pages;

export const AdminLayout = ({ title, ...props }: SectionPage<typeof PAGES>) => {
  const { say } = useWords();
  return (
    <SectionLayout
      {...props}
      pages={PAGES}
      heading={title}
      title={(page) => say("admin.title", { page })}
      description={say("admin.description")}
      nav={say("admin.nav")}
      class="admin"
      wide
    />
  );
};

/** A number with a name and an explanation. */
export const Fact = ({ name, value, hint, bad }: { name: string; value: unknown; hint?: unknown; bad?: boolean }) => (
  <div class={bad ? "surface-edge surface-bad fact fact-bad" : "surface-edge fact"}>
    <dt>{name}</dt>
    <dd class="fact-value">{value}</dd>
    {hint !== undefined && <dd class="soft">{hint}</dd>}
  </div>
);

interface MoreProps {
  here: string;
  next: string | undefined;
  after: boolean;
  /** The list runs forward in time. */
  later?: boolean;
}

/** Links to the next page and back to the first. */
export const More = ({ here, next, after, later }: MoreProps) => {
  const { say } = useWords();
  if (next === undefined && !after) return null;
  return (
    <p class="actions">
      {after && (
        <a class="button button-quiet" href={here}>
          {say("admin.to-start")}
        </a>
      )}
      {next !== undefined && (
        <a class="button button-quiet" rel="next" href={`${here}?after=${encodeURIComponent(next)}`}>
          {say(later ? "admin.later" : "admin.more")}
        </a>
      )}
    </p>
  );
};

/** A search form with a single field. */
export const FindForm = ({
  action,
  label,
  hint,
  value,
}: {
  action: string;
  label: string;
  hint?: string;
  value: string;
}) => {
  const { say } = useWords();
  return (
    <form method="get" action={action} class="form find-form" role="search">
      <div class="field">
        <label for="field-find">{label}</label>
        {hint !== undefined && (
          <p class="field-hint" id="field-find-hint">
            {hint}
          </p>
        )}
        <span class="find-row">
          <input
            type="search"
            id="field-find"
            name="find"
            value={value}
            autocomplete="off"
            autocapitalize="none"
            aria-describedby={hint === undefined ? undefined : "field-find-hint"}
          />
          <button class="button">{say("admin.find")}</button>
        </span>
      </div>
    </form>
  );
};

/** A link that is shown only once, because only its hash is stored. */
export const MadeLink = ({
  title,
  text,
  label,
  link,
}: {
  title: unknown;
  text: string;
  label: string;
  link: string;
}) => (
  <section class="made-key" aria-labelledby="made-title">
    <h2 id="made-title">{title}</h2>
    <p>{text}</p>
    <CodeBlock label={label} text={link} id="made-link" />
  </section>
);
