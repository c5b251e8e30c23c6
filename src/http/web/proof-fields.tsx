import { isFresh, type Proof } from "../../core/users/proof.ts";
import { Field, Hidden, OfAccount } from "./components/form.tsx";
import type { Frame } from "./frame.ts";
import type { Visit } from "./visit.ts";
import { useWords } from "./use-words.tsx";

/** The proof in a form with a ProofField. */
export const proofOf = (visit: Visit, { password }: { password: string }): Proof => ({
  password,
  since: visit.signedIn!.session.provenAt,
  session: visit.signedIn!.session.id,
});

/** For a RecentProofField. Counts as an attempt only if the password was really asked for. */
export function recentProofOf(visit: Visit, input: { password: string }): Proof {
  const proof = proofOf(visit, input);
  if (!isFresh(proof.since, visit.ctx.now)) visit.website.limits.confirm(visit.signedIn!.session.id);
  return proof;
}

interface Props {
  frame: Frame;
  /** Unique on the page. */
  id: string;
}

/** Asks for the password; without one, asks people who signed in a while ago to do so again. */
export const ProofField = ({ frame, id }: Props) => {
  const { say } = useWords();
  if (!frame.viewer!.hasPassword) return <SignInAgain frame={frame} />;
  return (
    <>
      <OfAccount username={frame.viewer!.username} />
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

/** Makes the form idempotent, so that reloading the answer does not repeat it. */
export const OnceField = () => <Hidden name="form" value={crypto.randomUUID()} />;

/** Asks for nothing while the last proof still counts. */
export const RecentProofField = ({ frame, id }: Props) =>
  isFresh(frame.since ?? 0, frame.now) ? null : <ProofField frame={frame} id={id} />;

const SignInAgain = ({ frame: { site, since = 0, now, here } }: { frame: Frame }) => {
  const { rich } = useWords();
  if (isFresh(since, now)) return null;
  const href = `${site.root}/sign-in?again=yes&next=${encodeURIComponent(here)}`;
  return <p class="soft">{rich("settings.sign-in-again", { link: (inner) => <a href={href}>{inner}</a> })}</p>;
};
