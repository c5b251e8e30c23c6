import { basePath } from "../../../core/make/base-files.ts";
import type { ShownTemplate } from "../../../core/templates/list-templates.ts";
import { Curtain, isCurtained } from "../components/curtain.tsx";
import type { Frame } from "../frame.ts";

interface Props {
  frame: Frame;
  one: Pick<ShownTemplate, "template" | "base" | "preview">;
  eager?: boolean;
  /** Somebody can open the curtain here. */
  curtain?: boolean;
}

/** A template with its sample texts. */
export const TemplatePicture = ({ frame, one: { template, base, preview }, eager, curtain }: Props) => {
  const shown = preview ?? base;
  const { age, authorId = "" } = template;
  return (
    <span class={isCurtained(frame, { age, authorId }) ? "picture picture-mature" : "picture"}>
      <img
        src={frame.site.root + basePath(shown)}
        width={shown.width}
        height={shown.height}
        alt={[template.alt || template.name, ...template.sampleTexts].filter(Boolean).join(" – ")}
        loading={eager ? "eager" : "lazy"}
        decoding="async"
      />
      {curtain && <Curtain frame={frame} meme={{ age, authorId }} />}
    </span>
  );
};
