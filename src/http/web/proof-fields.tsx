import { isFresh, type Proof } from "../../core/users/proof.ts";
import { Field, Hidden, OfAccount } from "./components/form.tsx";
import type { Frame } from "./frame.ts";
import type { Visit } from "./visit.ts";
import { useWords } from "./use-words.tsx";

/** What a form with a ProofField proves. */
export const proofOf = (visit: Visit, { password }: { password: string }): Proof => ({
  password,
  since: visit.signedIn!.session.provenAt,
  session: visit.signedIn!.session.id,
});

/** For a RecentProofField. Only what is really asked for counts as a try. */
export function recentProofOf(visit: Visit, input: { password: string }): Proof {
  const proof = proofOf(visit, input);
  if (!isFresh(proof.since, visit.ctx.now)) visit.website.limits.confirm(visit.signedIn!.session.id);
  return proof;
}

interface Props {
  frame: Frame;
  /** Tells it from others of the page. */
  id: string;
}

/** Asks for the password where there is one; else whoever signed in a while ago is asked to do it again. */
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

/** So that whoever loads the answer anew does not do it twice. */
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
