import type { LanguageProgress } from "../../../core/translations/list-languages.ts";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";

export const LanguagesPage = ({ frame, languages }: { frame: Frame; languages: LanguageProgress[] }) => {
  const { say } = useWords();
  return (
    <Layout frame={frame} title={say("translate.title")} description={say("translate.description")}>
      <h1 class="title translate-title">{say("translate.title")}</h1>
      <p class="lead">{say("translate.lead")}</p>
      <ul class="translate-languages" aria-label={say("translate.languages")}>
        {languages.map((language) => (
          <li>
            <LanguageCard frame={frame} {...language} />
          </li>
        ))}
      </ul>
    </Layout>
  );
};

const LanguageCard = ({ frame, tag, name, progress }: LanguageProgress & { frame: Frame }) => {
  const { say, count } = useWords();
  const { all, missing, changed, suggested } = progress;
  const done = all - missing;
  return (
    <a class="surface-edge translate-language" href={`${frame.site.root}/translate/${tag}`}>
      <strong lang={tag}>{name}</strong>
      <progress max={all} value={done} aria-label={say("translate.bar", { name, done, all })} />
      <span class="soft">{done === 0 ? say("translate.not-begun") : say("translate.progress", { done, all })}</span>
      {changed > 0 && <span class="soft">{count("translate.waiting", changed)}</span>}
      {suggested > 0 && <span class="soft">{count("translate.offered", suggested)}</span>}
    </a>
  );
};
