import { MAX_NOTE } from "../../../core/moderation/hide-meme.ts";
import { Button, Field, Form } from "../components/form.tsx";
import { useWords } from "../use-words.tsx";

/** A refusal that was itself refused: what was typed, and why. */
export interface RefusedRefusal {
  id: string;
  reason: string;
  error: string;
}

interface Props {
  action: string;
  /** Of what is refused. */
  id: string;
  /** The area of its words. */
  words: "staff" | "templates";
  refused?: RefusedRefusal | undefined;
}

export const RefuseForm = ({ action, id, words, refused }: Props) => {
  const { say } = useWords();
  return (
    <details class="confirm" open={refused !== undefined}>
      <summary class="button button-danger button-small">{say(`${words}.refuse`)}</summary>
      <Form action={action} error={refused?.error} class="reported-item-form">
        <Field
          label={say(`${words}.refuse-reason`)}
          name="reason"
          id={`refuse-${id}`}
          hint={say(`${words}.refuse-hint`)}
          value={refused?.reason}
          rows={2}
          maxlength={MAX_NOTE}
          required
        />
        <Button small kind="danger">
          {say(`${words}.refuse-yes`)}
        </Button>
      </Form>
    </details>
  );
};
