import type { FoundMessages } from "../../../core/translations/list-messages.ts";
import { translatedLanguages } from "../../../core/translations/message.ts";
import { Hidden } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";
import { MessageItem } from "./message-item.tsx";
import { placePath, type Place, type Typed } from "./message-list-place.ts";

interface Props {
  frame: Frame;
  language: string;
  found: FoundMessages;
  at: Place;
  typed: Typed | undefined;
}

export const MessagesPage = (props: Props) => {
  const { frame, language, found, at, typed } = props;
  const { say, language: mine } = useWords();
  const name = translatedLanguages().get(language)!;
  const title = say("translate.into", { name: new Intl.DisplayNames(mine, { type: "language" }).of(language)! });
  const here = { ...at, show: found.show };
  const path = (place: Place) => frame.site.root + placePath(language, place);
  return (
    <Layout frame={frame} title={title} description={say("translate.description")} wide>
      <p class="soft">
        <a href={`${frame.site.root}/translate`}>{say("translate.all-languages")}</a>
      </p>
      <h1 class="title translate-title">{title}</h1>
      <Choose {...props} />
      {found.items.length === 0 && (
        <p class="translate-none">{say(at.search ? "translate.none-found" : "translate.none")}</p>
      )}
      <ol class="translate-messages">
        {found.items.map((message, i) => (
          <li>
            <MessageItem
              frame={frame}
              language={{ tag: language, name }}
              message={message}
              at={here}
              next={found.items[i + 1]?.key}
              typed={typed?.key === message.key ? typed : undefined}
            />
          </li>
        ))}
      </ol>
      <p class="actions">
        {found.next && (
          <a class="button" rel="next" href={path({ ...here, after: found.next })}>
            {say("translate.more")}
          </a>
        )}
        {at.after && (
          <a class="button button-quiet" href={path({ ...here, after: undefined })}>
            {say("translate.first")}
          </a>
        )}
      </p>
    </Layout>
  );
};

const SHOWN = ["missing", "changed", "suggested", "all"] as const;

const Choose = ({ frame, language, found, at }: Props) => {
  const { say, number } = useWords();
  const { root } = frame.site;
  return (
    <div class="translate-choose">
      <nav class="tabs" aria-label={say("translate.which")}>
        {SHOWN.map((show) => (
          <a
            href={root + placePath(language, { show, search: at.search })}
            aria-current={show === found.show ? "page" : undefined}
          >
            {say(`translate.show-${show}`)} <span class="soft">{number(found.progress[show])}</span>
          </a>
        ))}
      </nav>
      <form class="form translate-search" role="search" action={`${root}/translate/${language}`}>
        <Hidden name="show" value={found.show} />
        <div class="field">
          <label for="field-search">{say("translate.search")}</label>
          <input id="field-search" type="search" name="search" value={at.search} dir="auto" />
        </div>
        <button class="button button-small button-quiet">{say("translate.find")}</button>
      </form>
    </div>
  );
};
