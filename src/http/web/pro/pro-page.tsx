import { profilePath } from "../../../core/users/profile-path.ts";
import { isPro } from "../../../core/access.ts";
import { isEndless } from "../../../core/pro/extend-pro.ts";
import { COLOR_NAMES, PATTERNS, type Appearance } from "../../../core/pro/appearance.ts";
import { Button, Field, Form } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { SettingsLayout, SettingsSection } from "../settings/settings-layout.tsx";
import { useWords } from "../use-words.tsx";
import { endsSoon } from "./pro-menu-entry.tsx";

export interface ProProps {
  frame: Frame;
  /** The viewer's choice. */
  appearance: Appearance;
  /** The refused form, and what was typed. */
  refused?: { form: "code" | "look"; sentence: string; code?: string };
}

const MAX_TYPED = 100;

export const ProPage = (props: ProProps) => {
  const { frame, refused } = props;
  const viewer = frame.viewer!;
  return (
    <SettingsLayout frame={frame} path="/settings/pro">
      <State frame={frame} />
      {isPro(viewer, frame.now) && <AppearanceSection {...props} />}
      {(!isEndless(viewer, frame.now) || refused?.form === "code") && <CodeSection {...props} />}
      <Gives />
    </SettingsLayout>
  );
};

const State = ({ frame: { viewer, now } }: { frame: Frame }) => {
  const { say, date } = useWords();
  const { proSince, proUntil } = viewer!;
  if (proSince === undefined) return <p class="soft">{say("pro.not-yet")}</p>;
  const since = date(proSince);
  if (proUntil === undefined) return <p>{say("pro.endless", { since })}</p>;
  const until = date(proUntil);
  if (!isPro(viewer!, now)) return <p>{say("pro.ended", { until })}</p>;
  return (
    <>
      <p>{say("pro.running", { since, until })}</p>
      {endsSoon(viewer!, now) && <p class="surface-tint pro-soon">{say("pro.soon", { until })}</p>}
    </>
  );
};

const Gives = () => {
  const { say } = useWords();
  return (
    <SettingsSection id="gives" title={say("pro.gives")}>
      <ul class="pro-gives">
        <li>{say("pro.gives-name")}</li>
        <li>{say("pro.gives-cover")}</li>
        <li>{say("pro.gives-raters")}</li>
      </ul>
    </SettingsSection>
  );
};

const CodeSection = ({ frame, refused }: ProProps) => {
  const { say } = useWords();
  const typed = refused?.form === "code" ? refused : undefined;
  return (
    <SettingsSection id="code" title={say("pro.code")} lead={say("pro.code-lead")}>
      <Form action={`${frame.site.root}/settings/pro/code`} error={typed?.sentence} label={say("pro.code")}>
        <Field
          label={say("pro.code-field")}
          name="code"
          value={typed?.code}
          placeholder="XXXX-XXXX-XXXX-XXXX"
          maxlength={MAX_TYPED}
          autocomplete="off"
          plain
          required
        />
        <p class="actions">
          <Button>{say("pro.redeem")}</Button>
        </p>
      </Form>
    </SettingsSection>
  );
};

/** The stylesheet previews the choice at once, without a script. */
const AppearanceSection = ({ frame, appearance, refused }: ProProps) => {
  const { say, rich } = useWords();
  const { name, cover, pattern } = appearance;
  const profile = (inner: string) => <a href={frame.site.root + profilePath(frame.viewer!)}>{inner}</a>;
  return (
    <SettingsSection id="look" title={say("pro.look")} lead={rich("pro.look-lead", { link: profile })}>
      <Form
        action={`${frame.site.root}/settings/pro/look`}
        error={refused?.form === "look" ? refused.sentence : undefined}
        label={say("pro.look-form")}
        class="look"
      >
        <Preview frame={frame} />
        <Swatches name="name" legend={say("pro.name-color")} chosen={name}>
          {COLOR_NAMES.map((color) => (
            <Swatch name="name" value={color} chosen={name}>
              <span class={`swatch-name name-${color}`}>{say(`pro.color-${color}`)}</span>
            </Swatch>
          ))}
        </Swatches>
        <Swatches name="cover" legend={say("pro.cover-color")} chosen={cover}>
          {COLOR_NAMES.map((color) => (
            <Swatch name="cover" value={color} chosen={cover}>
              <span class={`cover cover-${color}`} />
              {say(`pro.color-${color}`)}
            </Swatch>
          ))}
        </Swatches>
        <Swatches name="pattern" legend={say("pro.pattern")} chosen={pattern}>
          {PATTERNS.map((one) => (
            <Swatch name="pattern" value={one} chosen={pattern}>
              <span class={`cover pattern-${one}`} />
              {say(`pro.pattern-${one}`)}
            </Swatch>
          ))}
        </Swatches>
        <p class="actions">
          <Button>{say("pro.save")}</Button>
        </p>
      </Form>
    </SettingsSection>
  );
};

const Preview = ({ frame }: { frame: Frame }) => {
  const { say } = useWords();
  return (
    <div class="surface-edge look-preview" role="img" aria-label={say("pro.preview")}>
      <span class="cover" />
      <span class="look-name">
        <bdi>{frame.viewer!.username}</bdi> <span class="badge badge-pro">{say("parts.badge-pro")}</span>
      </span>
    </div>
  );
};

interface SwatchesProps {
  name: string;
  legend: string;
  chosen: string | undefined;
  children?: unknown;
}

const Swatches = ({ name, legend, chosen, children }: SwatchesProps) => (
  <fieldset class="field">
    <legend>{legend}</legend>
    <div class="swatches">
      <Swatch name={name} value="" chosen={chosen ?? ""}>
        {useWords().say("pro.none")}
      </Swatch>
      {children}
    </div>
  </fieldset>
);

interface SwatchProps {
  name: string;
  value: string;
  chosen: string | undefined;
  children?: unknown;
}

const Swatch = ({ name, value, chosen, children }: SwatchProps) => (
  <label class="swatch">
    <input type="radio" name={name} value={value} checked={value === chosen} />
    {children}
  </label>
);
