import { sayLine } from "../say-line.ts";
import { element, textButton } from "./element.ts";
import { say } from "./say.ts";

/** Makes the picture in one of the formats. */
export type Draw = (type: "image/jpeg" | "image/png") => Promise<Blob>;

const NAMES: Record<string, string> = { "image/png": "meme.png", "image/webp": "meme.webp", "image/gif": "meme.gif" };
const fileName = (type: string) => NAMES[type] ?? "meme.jpg";

/** What can be done with the picture without posting it. */
export function doneButtons(draw: Draw): HTMLElement[] {
  const canCopy = "ClipboardItem" in window && navigator.clipboard?.write !== undefined;
  const canShare = navigator.canShare?.({ files: [new File([], "meme.jpg", { type: "image/jpeg" })] }) ?? false;
  return [
    textButton(say("browser.download"), () => void saying(download(draw))),
    ...(canCopy ? [textButton(say("browser.copy-picture"), () => void saying(copy(draw)))] : []),
    ...(canShare ? [textButton(say("browser.share"), () => void saying(share(draw)))] : []),
  ];
}

const saying = (work: Promise<void>) => work.catch(() => sayLine(say("browser.make-not-drawn")));

async function download(draw: Draw) {
  const picture = await draw("image/jpeg");
  const href = URL.createObjectURL(picture);
  element("a", { href, download: fileName(picture.type) }).click();
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

async function copy(draw: Draw) {
  await navigator.clipboard.write([new ClipboardItem({ "image/png": draw("image/png") })]).then(
    () => sayLine(say("browser.picture-copied")),
    () => sayLine(say("browser.not-copied")),
  );
}

async function share(draw: Draw) {
  const picture = await draw("image/jpeg");
  const files = [new File([picture], fileName(picture.type), { type: picture.type })];
  await navigator.share({ files }).catch((error: DOMException) => {
    if (error.name === "NotAllowedError") sayLine(say("browser.share-again"));
  });
}
