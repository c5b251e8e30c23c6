import { imagePath, previewOf, typeOf } from "../../../core/memes/renditions.ts";
import type { User } from "../../../entities/user.ts";
import type { Meme } from "../../../entities/meme.ts";
import { altOf } from "../components/picture.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { videoPath } from "./film.tsx";

interface Props {
  frame: Frame;
  meme: Meme;
  author: User;
}

/** Link preview tags for the head of a meme's page. Hidden memes get none. */
export const LinkPreview = ({ frame: { site }, meme, author }: Props) => {
  const { say } = useWords();
  if (meme.disabled) return <meta name="robots" content="noindex" />;
  const address = `${site.url}/meme/${meme.id}`;
  const title = meme.caption.trim() || say("meme.nameless");
  const oembed = `${site.url}/oembed?url=${encodeURIComponent(address)}&format=json`;
  return (
    <>
      <link rel="canonical" href={address} />
      <link rel="alternate" type="application/json+oembed" href={oembed} title={title} />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:type" content={hasVideo(meme) ? "video.other" : "article"} />
      <meta property="og:url" content={address} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={say("meme.unfolds", { name: author.username })} />
      {/* The picture of a mature meme is for people who choose to open it. */}
      {meme.age > 2 ? <Mature /> : <PictureTags url={site.url} meme={meme} />}
    </>
  );
};

const Mature = () => (
  <>
    <meta name="rating" content="adult" />
    <meta name="twitter:card" content="summary" />
  </>
);

const PictureTags = ({ url, meme }: { url: string; meme: Meme }) => (
  <>
    <ImageTags url={url} meme={meme} />
    {hasVideo(meme) && <VideoTags url={url} meme={meme} />}
    <meta name="twitter:card" content="summary_large_image" />
    <meta name="twitter:image:alt" content={altOf(meme)} />
  </>
);

const hasVideo = ({ image: { video } }: Meme) => video?.files.mp4 !== undefined;

/** Chats that play no videos show the picture, which comes first. */
const VideoTags = ({ url, meme }: { url: string; meme: Meme }) => {
  const { width, height } = meme.image.video!.files.mp4!;
  const address = url + videoPath(meme);
  return (
    <>
      <meta property="og:video" content={address} />
      {url.startsWith("https:") && <meta property="og:video:secure_url" content={address} />}
      <meta property="og:video:type" content="video/mp4" />
      <meta property="og:video:width" content={String(width)} />
      <meta property="og:video:height" content={String(height)} />
    </>
  );
};

export const ImageTags = ({ url, meme }: { url: string; meme: Meme }) => {
  const { which, width, height } = previewOf(meme);
  return (
    <>
      <meta property="og:image" content={url + imagePath(meme, which)} />
      <meta property="og:image:type" content={typeOf(meme.image, which)} />
      <meta property="og:image:width" content={String(width)} />
      <meta property="og:image:height" content={String(height)} />
      <meta property="og:image:alt" content={altOf(meme)} />
    </>
  );
};
