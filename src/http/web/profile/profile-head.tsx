import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import { profilePath } from "../../../core/users/profile-path.ts";
import type { User } from "../../../entities/user.ts";
import type { Words } from "../../../words/words.ts";
import type { Frame } from "../frame.ts";
import { ImageTags } from "../meme/link-preview.tsx";
import { useWords } from "../use-words.tsx";

const MAX_WORDS = 200;

/** The bio in one line, or a sentence that fits anyone. */
export function wordsAbout(person: User, site: string, { say }: Words): string {
  const bio = [...person.bio.replace(/\s+/g, " ").trim()];
  if (bio.length === 0) return say("profile.about", { name: person.username, site });
  return bio.length > MAX_WORDS ? `${bio.slice(0, MAX_WORDS).join("")}…` : bio.join("");
}

interface Props {
  frame: Frame;
  person: User;
  /** The person's newest memes. */
  newest: MemeWithAuthor[];
}

/** A part of the same profile: previews of it show the person. */
export const NumbersHead = ({ frame: { site }, person }: Pick<Props, "frame" | "person">) => (
  <link rel="canonical" href={`${site.url}${profilePath(person)}/numbers`} />
);

/** Link preview tags of a profile. Never shows a mature picture, or one only the person may see. */
export const ProfileHead = ({ frame: { site }, person, newest }: Props) => {
  const words = useWords();
  const meme = newest.find((one) => !one.meme.disabled && one.meme.age <= 2)?.meme;
  return (
    <>
      <link rel="canonical" href={site.url + profilePath(person)} />
      <link
        rel="alternate"
        type="application/atom+xml"
        title={words.say("profile.feed", { name: person.username })}
        href={`${site.root}${profilePath(person)}/feed.atom`}
      />
      <meta property="og:type" content="profile" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={person.username} />
      <meta property="og:description" content={wordsAbout(person, site.name, words)} />
      <meta property="og:url" content={site.url + profilePath(person)} />
      <meta property="profile:username" content={person.username} />
      <meta name="twitter:card" content={meme ? "summary_large_image" : "summary"} />
      {meme && <ImageTags url={site.url} meme={meme} />}
    </>
  );
};
