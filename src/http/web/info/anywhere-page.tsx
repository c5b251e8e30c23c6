import { CodeBlock } from "../components/code.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";

interface Props {
  frame: Frame;
  apiUrl: string;
  /** Whether people can post videos here. */
  videos: boolean;
}

/** Every way to post from another place than the form. */
export const AnywherePage = ({ frame, apiUrl, videos }: Props) => {
  const { say, rich } = useWords();
  const { root, worker } = frame.site;
  const to = (path: string) => (inner: string) => <a href={root + path}>{inner}</a>;
  const curl = `curl -H "Authorization: $KEY" \\\n  -F image=@cat.png -F caption="Monday" \\\n  ${apiUrl}/v1/submit`;
  return (
    <Layout frame={frame} title={say("info.anywhere-title")} description={say("info.anywhere-description")}>
      <div class="anywhere">
        <h1>{say("info.anywhere-title")}</h1>
        <p class="lead">{say("info.anywhere-lead")}</p>
      </div>
      <div class="start-ways">
        <section class="start-way" aria-labelledby="browser">
          <h2 id="browser">{say("info.anywhere-browser")}</h2>
          <p>
            {rich(videos ? "info.anywhere-browser-videos" : "info.anywhere-browser-text", {
              submit: to("/submit"),
              make: to("/make"),
            })}
          </p>
        </section>
        {worker && (
          <section class="start-way" aria-labelledby="phone">
            <h2 id="phone">{say("info.anywhere-phone")}</h2>
            <p>{say("info.anywhere-phone-text", { site: frame.site.name })}</p>
          </section>
        )}
        <section class="start-way" aria-labelledby="sharex">
          <h2 id="sharex">{say("info.anywhere-sharex")}</h2>
          <p>{rich("info.anywhere-sharex-text", { keys: to("/settings/keys") })}</p>
          <p class="actions">
            <a class="button button-quiet" href={`${root}/sharex.sxcu`} download>
              {say("info.anywhere-sharex-get")}
            </a>
          </p>
        </section>
        <section class="start-way" aria-labelledby="shell">
          <h2 id="shell">{say("info.anywhere-shell")}</h2>
          <p>{rich("info.anywhere-shell-text", { keys: to("/settings/keys"), reference: to("/docs") })}</p>
          <CodeBlock label={say("info.shell")} text={`export KEY='gfw_…'\n\n${curl}`} />
        </section>
      </div>
    </Layout>
  );
};
