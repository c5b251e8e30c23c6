import { MAX_CAPTION } from "../../../core/memes/caption-meme.ts";
import type { Room } from "../../../core/memes/quotas.ts";
import { MAX_BYTES, MAX_PIXELS, MAX_WEBP_PIXELS } from "../../../images/limits.ts";
import type { VideoRules } from "../../../video/limits.ts";
import { ShareBar } from "../components/share-bar.tsx";
import { Face } from "../components/face.tsx";
import { RefusedForm } from "../components/refusal.tsx";
import { Icon } from "../components/icon.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";
import { Counted, MoreFields, type Typed } from "./more-fields.tsx";

interface RefusedMeme {
  sentence: string;
  /** Browsers forget the file when they show the form again. */
  hadPicture: boolean;
  /** The field that shows the sentence; otherwise it is above the form. */
  field: string | undefined;
}

interface Props {
  frame: Frame;
  typed: Typed;
  /** Why it was refused. */
  refused?: RefusedMeme;
  /** The meme will need approval. */
  waits: boolean;
  /** Undefined without a storage limit. */
  room: Room | undefined;
  /** What videos can be posted; undefined if none. */
  videos: VideoLimits | undefined;
}

type VideoLimits = Pick<VideoRules, "maxBytes" | "maxSeconds">;

/** What a browser may offer to choose. */
const VIDEO_TYPES = "video/mp4,video/quicktime,video/webm,video/x-matroska";
export const TYPES = "image/jpeg,image/png,image/webp,image/avif,image/gif";

export const SubmitPage = ({ frame, typed, refused, waits, room, videos }: Props) => {
  const { say } = useWords();
  const field = refused?.field;
  const isText = field === "caption" || field === "alt";
  const banner = [!isText && field !== "image" && refused?.sentence, refused?.hadPicture && say("submit.again")]
    .filter(Boolean)
    .join(" ");
  return (
    <Layout frame={frame} title={say("submit.title")} description={say("submit.description")} current="submit">
      <div class="submit-head">
        <h1 class="submit-title">{say("submit.title")}</h1>
        <a class="button button-quiet button-small" href={`${frame.site.root}/make`}>
          <Icon name="edit" /> {say("make.link")}
        </a>
      </div>
      <submit-form
        data-max-bytes={MAX_BYTES}
        data-video-bytes={videos?.maxBytes}
        data-max-pixels={MAX_PIXELS}
        data-max-webp-pixels={MAX_WEBP_PIXELS}
        data-person={frame.viewer?.id}
      >
        <form method="post" action={`${frame.site.root}/submit`} enctype="multipart/form-data" class="form submit">
          <p class="form-error submit-error" role="alert" data-error hidden={banner === ""}>
            {banner}
          </p>
          <PictureField error={field === "image" ? refused!.sentence : undefined} videos={videos} />
          <div class="submit-words">
            <RefusedForm error={isText ? refused?.sentence : undefined}>
              <tag-suggest data-from={`${frame.site.root}/tags`}>
                <Counted label={say("submit.caption")} name="caption" value={typed.caption} max={MAX_CAPTION} />
              </tag-suggest>
              <MoreFields typed={typed} />
            </RefusedForm>
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
const PictureField = ({ error, videos }: { error: string | undefined; videos: VideoLimits | undefined }) => {
  const { say } = useWords();
  return (
    <div class="submit-picture">
      <div class="drop" data-drop>
        <label class="drop-label" for="field-image">
          <span class="drop-art" aria-hidden="true">
            <Face grade={2} />
          </span>
          <span class="drop-title">
            <span class="drop-plain">{say(videos ? "submit.choose-upload" : "submit.choose-picture")}</span>
            <span class="drop-lively">{say(videos ? "submit.drop-upload" : "submit.drop-picture")}</span>
          </span>
          <span class="field-hint">{say("submit.formats")}</span>
          {videos && <VideoHint {...videos} />}
        </label>
        <figure class="drop-preview" data-preview hidden>
          <img alt={say("submit.preview")} data-image />
          <figcaption data-about />
        </figure>
        <input
          id="field-image"
          type="file"
          name="image"
          accept={videos ? `${TYPES},${VIDEO_TYPES}` : TYPES}
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

const VideoHint = ({ maxBytes, maxSeconds }: VideoLimits) => {
  const most = Math.floor(maxBytes / 1024 ** 2);
  return <span class="field-hint">{useWords().count("submit.video-formats", maxSeconds, { most })}</span>;
};

const RoomLine = ({ room: { used, max } }: { room: Room }) => (
  <p class="field-hint submit-room">
    <ShareBar share={Math.min(1, used / max)} />
    {useWords().say("submit.room", { used: { bytes: used }, most: { bytes: max } })}
  </p>
);

/** On narrow screens it stays in reach at the bottom. */
const Send = () => {
  const { say } = useWords();
  return (
    <div class="stack submit-send">
      <div class="submit-progress" data-progress hidden>
        <progress max="100" value="0" aria-label={say("submit.progress")} />
        <span role="status" data-progress-says />
        <button type="button" class="link-button" data-cancel>
          {say("submit.cancel")}
        </button>
      </div>
      <button class="button submit-button">
        <Icon name="plus" /> {say("submit.send")}
      </button>
    </div>
  );
};
