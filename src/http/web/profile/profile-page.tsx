import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { Marks } from "../../../core/memes/read-marks.ts";
import { Face } from "../components/face.tsx";
import { MemeGrid } from "../feed/meme-grid.tsx";
import { useWords } from "../use-words.tsx";
import { ProfileHead } from "./profile-head.tsx";
import { ProfileLayout, type PersonProps } from "./profile-layout.tsx";

interface Props extends PersonProps {
  memes: MemeWithAuthor[];
  marks: Marks;
  /** Link to the next page. */
  next: string | undefined;
  /** This is the first page of memes. */
  isFirst: boolean;
}

/** A person and their memes. */
export const ProfilePage = ({ memes, marks, next, isFirst, ...props }: Props) => {
  const { frame, person } = props;
  const { say } = useWords();
  return (
    <ProfileLayout
      {...props}
      tab="memes"
      head={<ProfileHead frame={frame} person={person} newest={isFirst ? memes : []} />}
    >
      {/* The head already says that a blocked person's memes are hidden. */}
      {props.filtered !== "block" && (
        <section class="profile-memes" aria-labelledby="profile-memes">
          <h2 id="profile-memes" class={isFirst ? "sr" : undefined}>
            {say(isFirst ? "profile.memes" : "profile.older-memes")}
          </h2>
          <MemeGrid
            frame={frame}
            memes={memes}
            marks={marks}
            next={next}
            empty={<NoMemes frame={frame} person={person} />}
          />
        </section>
      )}
    </ProfileLayout>
  );
};

const NoMemes = ({ frame, person }: Pick<Props, "frame" | "person">) => {
  const { say } = useWords();
  return (
    <>
      <Face grade={2} />
      {frame.viewer?.id === person.id ? (
        <>
          <p>{say("profile.none-own")}</p>
          <p class="actions">
            <a class="button" href={`${frame.site.root}/submit`}>
              {say("profile.post-first")}
            </a>
          </p>
        </>
      ) : (
        <p>{say("profile.none")}</p>
      )}
    </>
  );
};
