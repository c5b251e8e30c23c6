import { MAX_ALT, MAX_CAPTION } from "../../../core/memes/caption-meme.ts";
import type { Room } from "../../../core/memes/quotas.ts";
import { MAX_BYTES, MAX_PIXELS, MAX_WEBP_PIXELS } from "../../../images/limits.ts";
import { ShareBar } from "../components/share-bar.tsx";
import { Face, gradeName, GRADES } from "../components/face.tsx";
import { Field, FieldGroup } from "../components/form.tsx";
import { RefusedForm } from "../components/refusal.tsx";
import { Icon } from "../components/icon.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";

/** What was typed and chosen. */
export interface Typed {
  caption: string;
  alt: string;
  age: string;
  rating: string;
}

interface RefusedMeme {
  sentence: string;
  /** Browsers forget the file when they show the form again. */
  hadPicture: boolean;
  /** The field that shows the sentence; otherwise it is above the form. */
  field: string | undefined;
}

interface Props {
  frame: Frame;
  typed?: Typed;
  /** Why it was refused. */
  refused?: RefusedMeme;
  /** The meme will need approval. */
  waits: boolean;
  /** Undefined without a storage limit. */
  room: Room | undefined;
}

const NOTHING: Typed = { caption: "", alt: "", age: "2", rating: "" };
const TYPES = "image/jpeg,image/png,image/webp,image/gif";

export const SubmitPage = ({ frame, typed = NOTHING, refused, waits, room }: Props) => {
  const { say } = useWords();
  const field = refused?.field;
  const isText = field === "caption" || field === "alt";
  const banner = [!isText && field !== "image" && refused?.sentence, refused?.hadPicture && say("submit.again")]
    .filter(Boolean)
    .join(" ");
  return (
    <Layout frame={frame} title={say("submit.title")} description={say("submit.description")} current="submit">
      <h1 class="submit-title">{say("submit.title")}</h1>
      <submit-form
        data-max-bytes={MAX_BYTES}
        data-max-pixels={MAX_PIXELS}
        data-max-webp-pixels={MAX_WEBP_PIXELS}
        data-types={TYPES}
      >
        <form method="post" action={`${frame.site.root}/submit`} enctype="multipart/form-data" class="form submit">
          <p class="form-error submit-error" role="alert" data-error hidden={banner === ""}>
            {banner}
          </p>
          <PictureField error={field === "image" ? refused!.sentence : undefined} />
          <div class="submit-words">
            <RefusedForm error={isText ? refused?.sentence : undefined}>
              <Words typed={typed} />
            </RefusedForm>
            <Ages chosen={typed.age} />
            <OwnRating chosen={typed.rating} />
            {waits && <p class="field-hint">{say("submit.waits")}</p>}
            {room && <RoomLine room={room} />}
            <Send />
          </div>
        </form>
      </submit-form>
    </Layout>
  );
};

/** The whole area is the label of the file field, which works without scripts. */
const PictureField = ({ error }: { error: string | undefined }) => {
  const { say } = useWords();
  return (
    <div class="submit-picture">
      <div class="drop" data-drop>
        <label class="drop-label" for="field-image">
          <span class="drop-art" aria-hidden="true">
            <Face grade={2} />
          </span>
          <span class="drop-title">
            <span class="drop-plain">{say("submit.choose-picture")}</span>
            <span class="drop-lively">{say("submit.drop-picture")}</span>
          </span>
          <span class="field-hint">{say("submit.formats")}</span>
        </label>
        <figure class="drop-preview" data-preview hidden>
          <img alt={say("submit.preview")} data-image />
          <figcaption data-about />
        </figure>
        <input
          id="field-image"
          type="file"
          name="image"
          accept={TYPES}
          required
          aria-describedby="field-image-error"
          aria-invalid={error === undefined ? undefined : "true"}
          autofocus={error !== undefined}
          data-file
        />
        <p class="field-error" id="field-image-error" role="alert" data-file-error>
          {error}
        </p>
      </div>
      <div class="submit-ways" data-ways hidden>
        <button type="button" class="button button-quiet button-small" data-choose>
          {say("submit.choose-file")}
        </button>
        <button type="button" class="button button-quiet button-small" data-camera hidden>
          {say("submit.take-photo")}
        </button>
        {/* Has no name, so it is never sent. Its photo goes into the field above. */}
        <input
          type="file"
          accept="image/*"
          capture="environment"
          data-photo
          hidden
          aria-label={say("submit.take-photo")}
        />
      </div>
    </div>
  );
};

const Words = ({ typed }: { typed: Typed }) => {
  const { say } = useWords();
  return (
    <>
      <div data-counted={MAX_CAPTION}>
        <Field
          label={say("submit.caption")}
          name="caption"
          rows={2}
          value={typed.caption}
          hint={<Hint text={say("submit.caption-hint")} max={MAX_CAPTION} />}
        />
      </div>
      <div data-counted={MAX_ALT}>
        <Field
          label={say("submit.alt")}
          name="alt"
          rows={2}
          value={typed.alt}
          hint={<Hint text={say("submit.alt-hint")} max={MAX_ALT} />}
        />
      </div>
    </>
  );
};

/** A script replaces the limit with a counter. */
const Hint = ({ text, max }: { text: string; max: number }) => (
  <>
    {text}{" "}
    <span class="counter" data-counter>
      {useWords().say("submit.most", { most: max })}
    </span>
  </>
);

const AGES = ["1", "2", "4"] as const;

const Ages = ({ chosen }: { chosen: string }) => {
  const { say } = useWords();
  return (
    <FieldGroup legend={say("submit.for-whom")}>
      <div class="cards">
        {AGES.map((age) => (
          <label class="pick">
            <input type="radio" name="age" value={age} checked={age === (chosen || "2")} />
            <span class="pick-name">{say(`submit.age-${age}`)}</span>
            <span class="pick-hint">{say(`submit.age-${age}-hint`)}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
};

const OwnRating = ({ chosen }: { chosen: string }) => {
  const words = useWords();
  const { say } = words;
  return (
    <FieldGroup legend={say("submit.rating")} hint={say("submit.rating-hint")}>
      <div class="laughs">
        <label class="laugh laugh-none">
          <input type="radio" name="rating" value="" checked={!GRADES.some((grade) => String(grade) === chosen)} />
          <span class="laugh-blank" aria-hidden="true" />
          <span class="laugh-name">{say("submit.not-saying")}</span>
        </label>
        {GRADES.map((grade) => (
          <label class="laugh">
            <input type="radio" name="rating" value={String(grade)} checked={String(grade) === chosen} />
            <Face grade={grade} />
            <span class="laugh-name">
              {grade}
              <span class="sr">{say("submit.grade", { name: gradeName(words, grade) })}</span>
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
};

const RoomLine = ({ room: { used, max } }: { room: Room }) => (
  <p class="field-hint submit-room">
    <ShareBar share={Math.min(1, used / max)} />
    {useWords().say("submit.room", { used: { bytes: used }, most: { bytes: max } })}
  </p>
);

const Send = () => {
  const { say } = useWords();
  return (
    <div class="stack submit-send">
      <button class="button submit-button">
        <Icon name="plus" /> {say("submit.send")}
      </button>
      <p class="submit-progress" data-progress hidden>
        <progress max="100" value="0" aria-label={say("submit.progress")} />
        <span role="status" data-progress-says />
      </p>
    </div>
  );
};
