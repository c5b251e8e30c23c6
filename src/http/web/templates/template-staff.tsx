import { FATES } from "../../../core/templates/remove-template.ts";
import { MAX_NOTE } from "../../../core/moderation/hide-meme.ts";
import type { Template } from "../../../entities/template.ts";
import { Button, Choice, Field, FieldGroup, Form, Hidden } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { RefuseForm } from "../moderation/refuse-form.tsx";
import { useWords } from "../use-words.tsx";

/** What staff typed to remove a template, and why that was refused. */
export interface Removal {
  fate: string;
  ban: boolean;
  reason: string;
  error: string;
}

interface Props {
  frame: Frame;
  template: Template;
  removal: Removal | undefined;
}

/** What staff can do with a template. */
export const ForStaff = ({ frame, template, removal }: Props) => {
  const { say } = useWords();
  const { root } = frame.site;
  const path = `${root}/moderation/templates/${template.id}`;
  const act = (name: "accept" | "retire", label: string) => (
    <form method="post" action={`${path}/${name}`} data-busy>
      <Hidden name="next" value={`${root}/templates/${template.id}`} />
      <Button small kind="quiet">
        {label}
      </Button>
    </form>
  );
  return (
    <section class="surface-edge template-staff" aria-label={say("templates.staff")}>
      <h2>{say("templates.staff")}</h2>
      <div class="reported-item-tools">
        <a class="button button-quiet button-small" href={path}>
          {say("templates.edit")}
        </a>
        {template.status === "accepted" && act("retire", say("templates.retire"))}
        {template.status === "proposed" && act("accept", say("templates.accept"))}
        {template.status === "retired" && act("accept", say("templates.restore"))}
        {template.status === "proposed" ? (
          <RefuseForm action={`${path}/refuse`} id={template.id} words="templates" />
        ) : (
          <RemoveTemplate action={`${path}/remove`} typed={removal} />
        )}
      </div>
    </section>
  );
};

const RemoveTemplate = ({ action, typed }: { action: string; typed: Removal | undefined }) => {
  const { say } = useWords();
  return (
    <details class="confirm" open={typed !== undefined}>
      <summary class="button button-danger button-small">{say("templates.remove")}</summary>
      <Form action={action} error={typed?.error} class="reported-item-form">
        <p>{say("templates.remove-lead")}</p>
        <FieldGroup legend={say("templates.remove-memes")}>
          {FATES.map((fate) => (
            <Choice
              type="radio"
              name="fate"
              value={fate}
              label={say(`templates.remove-${fate}`)}
              checked={fate === (typed?.fate === "delete" ? "delete" : "keep")}
            />
          ))}
        </FieldGroup>
        <Choice
          type="checkbox"
          name="ban"
          value="1"
          label={say("templates.remove-ban")}
          hint={say("templates.remove-ban-hint")}
          checked={typed?.ban}
        />
        <Field
          label={say("templates.remove-reason")}
          name="reason"
          id="remove-reason"
          hint={say("templates.remove-reason-hint")}
          value={typed?.reason}
          rows={2}
          maxlength={MAX_NOTE}
        />
        <Button small kind="danger">
          {say("templates.remove-yes")}
        </Button>
      </Form>
    </details>
  );
};
