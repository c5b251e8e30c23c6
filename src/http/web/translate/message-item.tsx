import { profilePath } from "../../../core/users/profile-path.ts";
import type { CatalogueMessage } from "../../../core/translations/message.ts";
import { MAX_TRANSLATION } from "../../../core/translations/suggest-words.ts";
import { canTakeBack } from "../../../core/translations/take-suggestion-back.ts";
import { numbersOf, placeholdersIn } from "../../../words/catalogue.ts";
import { Form, Hidden } from "../components/form.tsx";
import { useRefusal } from "../components/refusal.tsx";
import { actorOf, type Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { rowId, type Place, type Typed } from "./message-list-place.ts";

interface Props {
  frame: Frame;
  language: { tag: string; name: string };
  message: CatalogueMessage;
  at: Place;
  /** The message after this one. */
  next: string | undefined;
  typed: Typed | undefined;
}

/** One message: English on one side, the suggestion on the other. */
export const MessageItem = (props: Props) => {
  const { frame, language, message, typed } = props;
  return (
    <article class="surface-edge translate-message" id={rowId(message.key)}>
      <h2>
        <code>{message.key}</code>
      </h2>
      <div class="stack translate-sides">
        <English {...props} />
        <Form action={`${frame.site.root}/translate/${language.tag}`} error={typed?.error}>
          <WhereTo {...props} leaves={["missing", "changed"]} />
          <Words {...props} />
          <Keep english={message.english} />
          <SuggestButton messageKey={message.key} />
        </Form>
      </div>
      {message.suggestion && <Suggestion {...props} />}
    </article>
  );
};

/** Returns to the same place in the list: to this message, or to the next if this one leaves the list. */
const WhereTo = ({ at, next, message, leaves }: Props & { leaves: Place["show"][] }) => (
  <>
    <Hidden name="key" value={message.key} />
    <Hidden name="show" value={at.show} />
    <Hidden name="search" value={at.search || undefined} />
    <Hidden name="after" value={at.after} />
    <Hidden name="next" value={leaves.includes(at.show) ? next : undefined} />
  </>
);

const English = ({ message: { english, current } }: Props) => {
  const { say } = useWords();
  return (
    <div>
      <p class="translate-side">{say("translate.english")}</p>
      <p class="translate-words" lang="en">
        {english}
      </p>
      {current && current.of !== english && (
        <p class="soft">
          {say("translate.was")} <del lang="en">{current.of}</del>
        </p>
      )}
    </div>
  );
};

/** Approximate characters per line of the field. */
const LINE = 60;

const Words = ({ language: { tag, name }, message: { key, category, current, english }, typed }: Props) => {
  const { say } = useWords();
  const id = `words-${key}`;
  const text = typed?.text ?? current?.text ?? "";
  const rows = Math.min(12, Math.ceil(Math.max(text.length, english.length) / LINE));
  return (
    <div class={typed ? "field field-wrong" : "field"}>
      <label for={id}>
        <span lang={tag}>{name}</span>
        {category && (
          <span class="soft"> {say("translate.for-numbers", { numbers: numbersOf(tag, category).join(", ") })}</span>
        )}
        <span class="sr">{say("translate.of-key", { key })}</span>
      </label>
      {/* Browsers drop the first newline inside, which may be part of the text. */}
      <textarea
        id={id}
        name="text"
        rows={rows}
        maxlength={MAX_TRANSLATION}
        lang={tag}
        dir="auto"
        required
        {...useRefusal({}).marks}
      >
        {`\n${text}`}
      </textarea>
    </div>
  );
};

const Keep = ({ english }: { english: string }) => {
  const { say } = useWords();
  const kept = placeholdersIn(english);
  if (kept.length === 0) return null;
  return (
    <p class="soft translate-keep">
      {say("translate.keep")}{" "}
      {kept.map((one) => (
        <code>{one.startsWith("<") ? `${one}…${one.replace("<", "</")}` : one}</code>
      ))}
    </p>
  );
};

const SuggestButton = ({ messageKey: key }: { messageKey: string }) => {
  const { say } = useWords();
  return (
    <button class="button button-small" aria-label={say("translate.suggest-for", { key })}>
      {say("translate.suggest")}
    </button>
  );
};

const Suggestion = (props: Props) => {
  const { frame, language, message } = props;
  const { suggestion, shipped, key } = message;
  const { say, rich, ago } = useWords();
  const { username, createdAt } = suggestion!;
  const when = ago(createdAt, frame.now);
  return (
    <div class="translate-suggestion">
      <p class="soft">
        {username === undefined
          ? say("translate.suggested-once", { ago: when })
          : rich("translate.suggested-by", {
              name: username,
              ago: when,
              link: (inner) => (
                <a href={frame.site.root + profilePath({ username })}>
                  <bdi>{inner}</bdi>
                </a>
              ),
            })}
      </p>
      {shipped && shipped.text !== suggestion!.text && (
        <p class="soft">
          {say("translate.on-site")} <span lang={language.tag}>{shipped.text}</span>
        </p>
      )}
      {canTakeBack(actorOf(frame), suggestion!) && (
        <form method="post" action={`${frame.site.root}/translate/${language.tag}/back`} data-busy>
          <WhereTo {...props} leaves={["suggested"]} />
          <button class="button button-small button-quiet" aria-label={say("translate.take-back-for", { key })}>
            {say("translate.take-back")}
          </button>
        </form>
      )}
    </div>
  );
};
