import { sayLine } from "./say-line.ts";
import { say } from "./words.ts";

/** A meme to share: its address, its words, and the path of its picture. */
export interface Shared {
  url: string;
  title: string;
  picture: string;
}

/** The last picture that was fetched to be shared: a second tap needs no waiting. */
let last: { picture: string; file: Promise<File> } | undefined;

const TYPES: Record<string, string> = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  gif: "image/gif",
  avif: "image/avif",
};

/** A file name that tells one meme from another: its id. */
export function fileName(picture: string): string {
  const [, id, ending] = /\/(\d+)\/[^/]+\.(\w+)$/.exec(picture)!;
  return `meme-${id}.${ending}`;
}

const typeOf = (picture: string) => TYPES[picture.slice(picture.lastIndexOf(".") + 1)] ?? "";

function fileOf(picture: string): Promise<File> {
  if (last?.picture === picture) return last.file;
  const file = fetch(picture).then(async (answer) => {
    if (!answer.ok) throw new Error("No picture.");
    return new File([await answer.blob()], fileName(picture), { type: typeOf(picture) });
  });
  const fetched = (last = { picture, file });
  file.catch(() => last === fetched && (last = undefined));
  return file;
}

export const canShare = () => "share" in navigator;
const canShareFile = (picture: string) =>
  navigator.canShare?.({ files: [new File([], fileName(picture), { type: typeOf(picture) })] }) ?? false;

/** Opens the share sheet of the system, with the picture itself if it takes files. Without one, copies the link. */
export async function share({ url, title, picture }: Shared): Promise<void> {
  if (!canShare()) return copyLink(url);
  const file = canShareFile(picture) ? await fileOf(picture).catch(() => undefined) : undefined;
  await navigator.share({ url, title, ...(file ? { files: [file] } : {}) }).catch((error: DOMException) => {
    // The picture took so long that the browser no longer counts the tap. Now it is here.
    if (error.name === "NotAllowedError" && file) sayLine(say("browser.share-again"));
    // Leaving the sheet without sharing is no error.
    else if (error.name !== "AbortError") return copyLink(url);
    return undefined;
  });
}

/** Where there is no clipboard, as on plain http, the line shows the address. */
export const copyLink = (url: string): Promise<void> =>
  (navigator.clipboard?.writeText(url) ?? Promise.reject(new Error("No clipboard."))).then(
    () => sayLine(say("browser.link-copied")),
    () => sayLine(url),
  );

export const canCopyPicture = () => "ClipboardItem" in window && navigator.clipboard?.write !== undefined;

/** As PNG, which is all that clipboards take. An animation becomes its first frame. */
export async function copyPicture(picture: string): Promise<void> {
  const png = fileOf(picture).then(async (file) => {
    const image = await createImageBitmap(file);
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext("2d")!.drawImage(image, 0, 0);
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("No PNG.")))),
    );
  });
  await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]).then(
    () => sayLine(say("browser.picture-copied")),
    () => sayLine(say("browser.not-copied")),
  );
}
