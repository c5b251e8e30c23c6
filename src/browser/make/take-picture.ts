import { clashOf } from "../picture-file.ts";
import { say } from "./say.ts";

/** Asks for a file. Undefined if somebody thinks better of it. */
export function askForFile(input: HTMLInputElement): Promise<File | undefined> {
  return new Promise((resolve) => {
    input.value = "";
    const answer = () => {
      input.removeEventListener("change", answer);
      input.removeEventListener("cancel", answer);
      resolve(input.files?.[0]);
    };
    input.addEventListener("change", answer);
    input.addEventListener("cancel", answer);
    input.click();
  });
}

/** Why a file is no picture for us; undefined if it is one. */
export async function refusalOf(file: File, maxBytes: number): Promise<string | undefined> {
  const clash = await clashOf(file, maxBytes);
  if (clash !== undefined) return clash;
  return createImageBitmap(file).then(
    (bitmap) => void bitmap.close(),
    () => say("browser.damaged-file"),
  );
}

/** Pictures that are pasted or dropped anywhere on the page. */
export function listenToFiles(take: (file: File) => void) {
  const brings = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  for (const type of ["dragenter", "dragover"] as const)
    document.addEventListener(type, (event) => brings(event) && event.preventDefault());
  document.addEventListener("drop", (event) => {
    if (!brings(event)) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) take(file);
  });
  document.addEventListener("paste", (event) => {
    const file = event.clipboardData?.files[0];
    // Some programs copy a picture of the text beside the text. In a field, the text is meant.
    const isText = event.target instanceof HTMLTextAreaElement && event.clipboardData!.types.includes("text/plain");
    if (!file || isText) return;
    event.preventDefault();
    take(file);
  });
}
