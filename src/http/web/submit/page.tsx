import { MOST_ALT, MOST_CAPTION } from "../../../core/memes/caption-meme.ts";
import { MAX_BYTES, MAX_PIXELS } from "../../../images/limits.ts";
import { Face, GRADE_NAMES, GRADES } from "../components/face.tsx";
import { Field, FieldGroup } from "../components/form.tsx";
import { Icon } from "../components/icon.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";

/** What was written and chosen, as the form sent it. */
export interface Typed {
  caption: string;
  alt: string;
  age: string;
  rating: string;
}

interface Props {
  frame: Frame;
  typed?: Typed;
  /** One sentence, when it was sent and refused. */
  error?: string;
}

const NOTHING: Typed = { caption: "", alt: "", age: "2", rating: "" };
const TYPES = "image/jpeg,image/png,image/webp,image/gif";

export const SubmitPage = ({ frame, typed = NOTHING, error }: Props) => (
  <Layout frame={frame} title="Post a meme" description="Post a meme: a picture, a few words, done." current="submit">
    <h1 class="submit-title">Post a meme</h1>
    <submit-form data-most-bytes={MAX_BYTES} data-most-pixels={MAX_PIXELS} data-types={TYPES}>
      <form method="post" action={`${frame.site.root}/submit`} enctype="multipart/form-data" class="form submit">
        <p class="form-error submit-error" role="alert" data-error hidden={error === undefined}>
          {error !== undefined && `${error} Your words are still here; the picture has to be chosen again.`}
        </p>
        <PictureField />
        <div class="submit-words">
          <Words typed={typed} />
          <Ages chosen={typed.age} />
          <OwnRating chosen={typed.rating} />
          <Send />
        </div>
      </form>
    </submit-form>
  </Layout>
);

/** All of it is the label of the file field, which does the work where there are no scripts. */
const PictureField = () => (
  <div class="submit-picture">
    <div class="drop" data-drop>
      <label class="drop-label" for="field-image">
        <span class="drop-art" aria-hidden="true">
          <Face grade={2} />
        </span>
        <span class="drop-title">
          <span class="drop-plain">Choose a picture</span>
          <span class="drop-lively">Drop a picture here, paste one, or choose a file</span>
        </span>
        <span class="field-hint">JPEG, PNG, WebP or GIF, up to 20 MB. Moving ones are welcome.</span>
      </label>
      <figure class="drop-preview" data-preview hidden>
        <img alt="What you are about to post" data-image />
        <figcaption data-about />
      </figure>
      <input
        id="field-image"
        type="file"
        name="image"
        accept={TYPES}
        required
        aria-describedby="field-image-error"
        data-file
      />
      <p class="field-error" id="field-image-error" role="alert" data-file-error />
    </div>
    <div class="submit-ways" data-ways hidden>
      <button type="button" class="button button-quiet button-small" data-choose>
        Choose a file
      </button>
      <button type="button" class="button button-quiet button-small" data-camera hidden>
        Take a photo
      </button>
      {/* Without a name it is never sent: what it takes goes into the field above. */}
      <input type="file" accept="image/*" capture="environment" data-photo hidden aria-label="Take a photo" />
    </div>
  </div>
);

const Words = ({ typed }: { typed: Typed }) => (
  <>
    <div data-counted={MOST_CAPTION}>
      <Field
        label="Caption"
        name="caption"
        rows={2}
        value={typed.caption}
        hint={<Hint text="The line under the picture." most={MOST_CAPTION} />}
      />
    </div>
    <div data-counted={MOST_ALT}>
      <Field
        label="Alt text"
        name="alt"
        rows={2}
        value={typed.alt}
        hint={
          <Hint text="What the picture shows, for people who cannot see it. Search finds it too." most={MOST_ALT} />
        }
      />
    </div>
  </>
);

/** The counter takes the place of the limit as soon as there is somebody to count. */
const Hint = ({ text, most }: { text: string; most: number }) => (
  <>
    {text}{" "}
    <span class="counter" data-counter>
      At most {most.toLocaleString("en")} characters.
    </span>
  </>
);

const AGES = [
  ["1", "Family", "Fine for everyone"],
  ["2", "Teen", "Rude words, mild mischief"],
  ["4", "Mature", "For grown-ups only"],
] as const;

const Ages = ({ chosen }: { chosen: string }) => (
  <FieldGroup legend="Who is it for?">
    <div class="cards">
      {AGES.map(([value, name, hint]) => (
        <label class="pick">
          <input type="radio" name="age" value={value} checked={value === (chosen || "2")} />
          <span class="pick-name">{name}</span>
          <span class="pick-hint">{hint}</span>
        </label>
      ))}
    </div>
  </FieldGroup>
);

const OwnRating = ({ chosen }: { chosen: string }) => (
  <FieldGroup legend="How funny is it, honestly?" hint="Your own rating is the first. You can change it later.">
    <div class="laughs">
      <label class="laugh laugh-none">
        <input type="radio" name="rating" value="" checked={!GRADES.some((grade) => String(grade) === chosen)} />
        <span class="laugh-blank" aria-hidden="true" />
        <span class="laugh-name">Not saying</span>
      </label>
      {GRADES.map((grade) => (
        <label class="laugh">
          <input type="radio" name="rating" value={String(grade)} checked={String(grade) === chosen} />
          <Face grade={grade} />
          <span class="laugh-name">
            {grade}
            <span class="sr">: {GRADE_NAMES[grade]}</span>
          </span>
        </label>
      ))}
    </div>
  </FieldGroup>
);

const Send = () => (
  <div class="submit-send">
    <button class="button submit-button">
      <Icon name="plus" /> Post it
    </button>
    <p class="submit-progress" data-progress hidden>
      <progress max="100" value="0" aria-label="Sent so far" />
      <span role="status" data-progress-says />
    </p>
  </div>
);
