import { handOver } from "./handed-over.ts";
import { isPicture, isVideo } from "./picture-file.ts";
import { sayLine } from "./say-line.ts";
import { openSheet, sheetLink } from "./sheet.ts";
import { say } from "./words.ts";

/** A picture or video pasted or dropped on any page goes to the form for posting, if somebody is signed in. */
export function bringPictures() {
  const post = document.querySelector<HTMLAnchorElement>("a[data-post]");
  // Pages with a field for pictures take them themselves.
  if (!post || document.querySelector("input[type=file]")) return;
  document.addEventListener("paste", (event) => {
    // Whether it is a picture is known too late to decide who handles this, so its type has to do: none if unknown.
    const files = filesIn(event.clipboardData).filter(({ type }) => /^$|^(image|video)\//.test(type));
    if (files.length === 0 || event.defaultPrevented) return;
    // Some programs copy a picture of the text beside the text. In a field, the text is meant.
    if (isField(event.target) && event.clipboardData!.types.includes("text/plain")) return;
    event.preventDefault();
    void bringFirst(files, post);
  });
  takeDrops(async (files) => {
    if (!(await bringFirst(files, post))) sayLine(say("browser.drop-picture"));
  });
}

const filesIn = (data: DataTransfer | null) => [...(data?.files ?? [])];

/** Returns whether there is a picture or a video among them. */
async function bringFirst(files: File[], post: HTMLAnchorElement): Promise<boolean> {
  const seen = await Promise.all(files.map(async (file) => (await isPicture(file)) || (await isVideo(file))));
  const file = files[seen.indexOf(true)];
  if (file) await bring(file, post);
  return file !== undefined;
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea"));

function takeDrops(take: (files: File[]) => Promise<void>) {
  // Our own pictures can be dragged, too: to another window, not back to us.
  let isOurs = false;
  const brings = ({ dataTransfer }: DragEvent) => !isOurs && (dataTransfer?.types.includes("Files") ?? false);
  const mark = (over: boolean) => document.body.toggleAttribute("data-over", over);
  document.addEventListener("dragstart", () => (isOurs = true));
  document.addEventListener("dragend", () => (isOurs = false));
  document.addEventListener("dragleave", ({ relatedTarget }) => !relatedTarget && mark(false));
  for (const type of ["dragenter", "dragover"] as const)
    document.addEventListener(type, (event) => {
      if (!brings(event)) return;
      event.preventDefault();
      if (!document.body.hasAttribute("data-over")) sayLine(say("browser.drop-here"));
      mark(true);
    });
  document.addEventListener("drop", (event) => {
    mark(false);
    if (!brings(event)) return;
    // Even if it is no picture: the browser would leave the page to show it.
    event.preventDefault();
    void take(filesIn(event.dataTransfer));
  });
}

/** Whatever is half typed on this page stays: then the form opens in a new tab, and only if asked for. */
async function bring(file: File, post: HTMLAnchorElement) {
  try {
    await handOver({ file, words: "", person: post.dataset.post! });
  } catch {
    return sayLine(say("browser.not-brought"));
  }
  if (!isHalfTyped()) return location.assign(post.href);
  const link = sheetLink(say("browser.post-in-tab"), post.href);
  link.target = "_blank";
  openSheet(say("browser.post-picture"), [link]);
}

const isHalfTyped = () =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("textarea, input")].some(
    // What is in no form is never sent: it uncovers mature pictures.
    (field) => field.form !== null && field.type !== "hidden" && isChanged(field),
  );

const isChanged = (field: HTMLInputElement | HTMLTextAreaElement) =>
  field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type)
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
