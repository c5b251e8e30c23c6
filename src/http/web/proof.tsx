import { isFresh, type Proof } from "../../core/users/proof.ts";
import { Field, OfAccount } from "./components/form.tsx";
import type { Frame } from "./frame.ts";
import type { Visit } from "./visit.ts";
import { useWords } from "./words.tsx";

/** What a form with a ProofField proves. */
export const proofOf = (visit: Visit, { password }: { password: string }): Proof => ({
  password,
  since: visit.signedIn!.session.created_at,
});

interface Props {
  frame: Frame;
  /** Tells it from others of the page. */
  id: string;
}

/** Asks for the password where there is one; else whoever signed in a while ago is asked to do it again. */
export const ProofField = ({ frame, id }: Props) => {
  const { say } = useWords();
  if (frame.me!.password_hash === null) return <SignInAgain frame={frame} />;
  return (
    <>
      <OfAccount username={frame.me!.username} />
      <Field
        label={say("settings.present-password")}
        name="password"
        id={`${id}-present`}
        type="password"
        autocomplete="current-password"
        required
      />
    </>
  );
};

const SignInAgain = ({ frame: { site, since = 0, now, here } }: { frame: Frame }) => {
  const { rich } = useWords();
  if (isFresh(since, now)) return null;
  const href = `${site.root}/sign-in?again=yes&next=${encodeURIComponent(here)}`;
  return <p class="soft">{rich("settings.sign-in-again", { link: (inner) => <a href={href}>{inner}</a> })}</p>;
};
