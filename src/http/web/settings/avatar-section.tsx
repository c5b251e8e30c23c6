import { HEADS } from "../../../core/users/avatar-art.ts";
import {
  AVATAR_COLORS,
  AVATAR_FACES,
  AVATAR_HATS,
  backdropFor,
  drawingOf,
  type Drawing,
} from "../../../core/users/avatar.ts";
import { avatarPath } from "../../../core/users/avatar-files.ts";
import { MAX_BYTES } from "../../../images/limits.ts";
import { DrawnAvatar } from "../components/avatar.tsx";
import { Button, Field, Form } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { TYPES } from "../submit/submit-page.tsx";
import { useWords } from "../use-words.tsx";
import { SettingsSection } from "./settings-layout.tsx";

interface Props {
  frame: Frame;
  /** The refused form. */
  refused?: { form: "draw" | "picture"; sentence: string } | undefined;
}

/** The stylesheet previews a drawing at once, without a script; a chosen file needs one. */
export const AvatarSection = ({ frame, refused }: Props) => {
  const { say } = useWords();
  const viewer = frame.viewer!;
  const path = `${frame.site.root}/settings/avatar`;
  return (
    <SettingsSection id="avatar" title={say("avatar.title")} lead={say("avatar.lead")}>
      <avatar-editor class="avatar-editor" data-max-bytes={MAX_BYTES}>
        <Preview frame={frame} />
        <Form
          action={path}
          error={refused?.form === "draw" ? refused.sentence : undefined}
          label={say("avatar.draw")}
          class="avatar-drawing"
        >
          <Parts id={viewer.id} drawing={drawingOf(viewer)} />
          <p class="actions">
            <Button>{say("avatar.wear-drawing")}</Button>
          </p>
        </Form>
        <Form
          action={`${path}/picture`}
          error={refused?.form === "picture" ? refused.sentence : undefined}
          label={say("avatar.upload")}
          upload
        >
          <Field
            label={say("avatar.picture")}
            name="image"
            type="file"
            accept={TYPES}
            hint={say("avatar.picture-hint")}
            required
          />
          <p class="field-error" role="alert" data-file-error />
          <p class="actions">
            <Button kind="quiet">{say("avatar.wear-picture")}</Button>
          </p>
        </Form>
        {(viewer.avatarKey ?? viewer.avatarDrawing) !== undefined && (
          <form method="post" action={`${path}/remove`} data-busy>
            <button class="button button-quiet button-small">{say("avatar.remove")}</button>
          </form>
        )}
      </avatar-editor>
    </SettingsSection>
  );
};

/** All parts of all drawings; the stylesheet shows those that are chosen. */
const Preview = ({ frame }: { frame: Frame }) => {
  const { id, avatarKey } = frame.viewer!;
  const picture = avatarKey && frame.site.root + avatarPath(frame.viewer!, 256);
  return (
    <div class="avatar-preview" role="img" aria-label={useWords().say("avatar.preview")}>
      <svg class="avatar" viewBox="0 0 64 64" aria-hidden="true">
        <path fill={`#${backdropFor(id)}`} d="M0 0h64v64H0Z" />
        {AVATAR_COLORS.map((color) => (
          <use href="#avatar-head" fill={HEADS[color]} data-part={color} />
        ))}
        {[...AVATAR_FACES, ...AVATAR_HATS.slice(1)].map((part) => (
          <use href={`#avatar-${part}`} data-part={part} />
        ))}
      </svg>
      <img class="avatar" src={picture} alt="" width="256" height="256" hidden={!picture} data-picture />
    </div>
  );
};

const Parts = ({ id, drawing }: { id: string; drawing: Drawing }) => {
  const { say } = useWords();
  return (
    <>
      <fieldset class="field">
        <legend>{say("avatar.face")}</legend>
        <div class="avatar-tiles">
          {AVATAR_FACES.map((face) => (
            <Tile name="face" value={face} chosen={drawing.face} label={say(`avatar.face-${face}`)}>
              <DrawnAvatar id={id} drawing={{ ...drawing, face, hat: "none" }} />
            </Tile>
          ))}
        </div>
      </fieldset>
      <fieldset class="field">
        <legend>{say("avatar.color")}</legend>
        <div class="avatar-tiles">
          {AVATAR_COLORS.map((color) => (
            <Tile name="color" value={color} chosen={drawing.color} label={say(`pro.color-${color}`)}>
              <svg class="avatar" viewBox="0 0 64 64" aria-hidden="true">
                <path fill={HEADS[color]} d="M0 0h64v64H0Z" />
              </svg>
            </Tile>
          ))}
        </div>
      </fieldset>
      <fieldset class="field">
        <legend>{say("avatar.hat")}</legend>
        <div class="avatar-tiles">
          {AVATAR_HATS.map((hat) => (
            <Tile name="hat" value={hat} chosen={drawing.hat} label={say(`avatar.hat-${hat}`)}>
              <DrawnAvatar id={id} drawing={{ ...drawing, hat }} />
            </Tile>
          ))}
        </div>
      </fieldset>
    </>
  );
};

interface TileProps {
  name: string;
  value: string;
  chosen: string;
  label: string;
  children?: unknown;
}

const Tile = ({ name, value, chosen, label, children }: TileProps) => (
  <label class="avatar-tile" title={label}>
    <input type="radio" name={name} value={value} checked={value === chosen} />
    {children}
    <span class="sr">{label}</span>
  </label>
);
