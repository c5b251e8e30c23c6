import { showChosen } from "./chosen-fields.ts";
import { takeHandedOver } from "./handed-over.ts";
import { clashOf, formatOf, isVideo, megabytes, sizeClashOf } from "./picture-file.ts";
import { sayLine } from "./say-line.ts";
import { say } from "./words.ts";

/** Takes a picture by drop, paste, file or camera, previews it, and sends the form with a progress bar. */
export class SubmitForm extends HTMLElement {
  #url: string | undefined;
  #sending: XMLHttpRequest | undefined;
  #stop = new AbortController();

  connectedCallback() {
    this.#stop = new AbortController();
    const options = { signal: this.#stop.signal };
    this.#find<HTMLElement>("[data-ways]").hidden = false;
    // We say ourselves what is missing, beside what was wrong with the file before.
    this.#file.required = false;
    this.#file.addEventListener("change", () => this.#look(), options);
    this.#find("[data-choose]").addEventListener("click", () => this.#file.click(), options);
    const photo = this.#find<HTMLInputElement>("[data-photo]");
    const camera = this.#find<HTMLElement>("[data-camera]");
    // Desktops rarely have a useful camera.
    camera.hidden = navigator.maxTouchPoints === 0;
    camera.addEventListener("click", () => photo.click(), options);
    photo.addEventListener("change", () => this.#take(photo.files), options);
    this.#listenToPage(options);
    window.addEventListener("pageshow", ({ persisted }) => persisted && this.#startAgain(), options);
    this.#form.addEventListener("submit", (event) => this.#send(event), options);
    this.#find("[data-cancel]").addEventListener("click", () => this.#cancel(), options);
    this.#find("[data-more-fields]").addEventListener("change", () => showChosen(this), options);
    // The browser may have kept other choices than the page came with.
    showChosen(this);
    for (const counted of this.querySelectorAll<HTMLElement>("[data-counted]")) count(counted, options);
    // The browser may have kept a file across a reload. Without one, what the server said stays.
    if (this.#file.files?.length) this.#look();
    void this.#receive();
  }

  disconnectedCallback() {
    this.#stop.abort();
    this.#sending?.abort();
    this.#forget();
  }

  get #form() {
    return this.#find<HTMLFormElement>("form");
  }

  get #file() {
    return this.#find<HTMLInputElement>("[data-file]");
  }

  #find<T extends Element = Element>(selector: string): T {
    return this.querySelector<T>(selector)!;
  }

  /** Anywhere on the page: a picture dropped beside the frame must not navigate away. */
  #listenToPage(options: AddEventListenerOptions) {
    const drop = this.#find("[data-drop]");
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      drop.setAttribute("data-over", "");
    };
    document.addEventListener("dragenter", over, options);
    document.addEventListener("dragover", over, options);
    document.addEventListener(
      "dragleave",
      (event) => !event.relatedTarget && drop.removeAttribute("data-over"),
      options,
    );
    document.addEventListener(
      "drop",
      (event) => {
        drop.removeAttribute("data-over");
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        this.#take(event.dataTransfer.files);
      },
      options,
    );
    document.addEventListener(
      "paste",
      (event) => {
        const files = event.clipboardData?.files;
        if (!files?.length) return;
        event.preventDefault();
        this.#take(files);
      },
      options,
    );
  }

  /** From another page or another app. */
  async #receive() {
    const came = await takeHandedOver(this.dataset.person!).catch(() => undefined);
    if (!came || !this.isConnected) return;
    this.#take([came.file]);
    const caption = this.#find<HTMLTextAreaElement>("[name=caption]");
    if (caption.value !== "" || came.words === "") return;
    caption.value = came.words;
    caption.dispatchEvent(new Event("input"));
  }

  /** Puts it into the field that the plain form sends. */
  #take(files: ArrayLike<File> | null | undefined) {
    const file = files?.[0];
    if (!file) return;
    const one = new DataTransfer();
    one.items.add(file);
    this.#file.files = one.files;
    this.#look();
  }

  #look() {
    this.#forget();
    this.#say("");
    this.#refuse("");
    const file = this.#file.files?.[0];
    if (!file) return;
    void this.#check(file);
  }

  async #check(file: File) {
    const { maxBytes, videoBytes } = this.dataset;
    const video = videoBytes !== undefined && (await isVideo(file));
    const wanted = videoBytes === undefined ? "no-picture" : "no-upload";
    const clash = video ? sizeClashOf(file, Number(videoBytes)) : await clashOf(file, Number(maxBytes), wanted);
    // Another one may have been chosen meanwhile.
    if (this.#file.files?.[0] !== file) return;
    if (clash !== undefined) return this.#refuse(clash);
    if (video) this.#showVideo(file);
    else await this.#show(file);
  }

  /** By its name: not every browser can play it before we have encoded it. */
  #showVideo(file: File) {
    this.#find<HTMLElement>("[data-image]").hidden = true;
    this.#find("[data-choose]").textContent = say("browser.choose-another");
    this.#find<HTMLElement>("[data-preview]").hidden = false;
    this.#find("[data-drop]").setAttribute("data-full", "");
    this.#find("[data-about]").textContent = `${file.name}, ${megabytes(file.size)}`;
  }

  async #show(file: File) {
    const url = (this.#url = URL.createObjectURL(file));
    const image = this.#find<HTMLImageElement>("[data-image]");
    image.src = url;
    this.#find("[data-choose]").textContent = say("browser.choose-another");
    this.#find<HTMLElement>("[data-preview]").hidden = false;
    this.#find("[data-drop]").setAttribute("data-full", "");
    const format = await formatOf(file);
    const isPicture = await image.decode().then(
      () => true,
      () => false,
    );
    // Another one may have been chosen meanwhile.
    if (this.#url !== url) return;
    if (!isPicture) return this.#refuse(say("browser.damaged-file"));
    const { naturalWidth: width, naturalHeight: height } = image;
    const { maxPixels, maxWebpPixels } = this.dataset;
    if (width * height > Number(/webp|avif/.test(format ?? "") ? maxWebpPixels : maxPixels))
      return this.#refuse(say("browser.many-pixels", { width: String(width), height: String(height) }));
    this.#find("[data-about]").textContent = `${width} × ${height}, ${megabytes(file.size)}`;
  }

  /** Says what is wrong with the file, and drops it. */
  #refuse(sentence: string) {
    this.#find("[data-file-error]").textContent = sentence;
    if (sentence === "") return this.#file.removeAttribute("aria-invalid");
    this.#file.setAttribute("aria-invalid", "true");
    this.#forget();
    this.#file.value = "";
  }

  /** What was wrong with the one before stays. */
  #askForPicture() {
    if (this.#find("[data-file-error]").textContent === "") this.#refuse(say("browser.picture-first"));
    this.#find<HTMLElement>("[data-choose]").focus();
  }

  #forget() {
    if (this.#url) URL.revokeObjectURL(this.#url);
    this.#url = undefined;
    this.#find("[data-image]").removeAttribute("src");
    this.#find<HTMLElement>("[data-image]").hidden = false;
    this.#find("[data-about]").textContent = "";
    this.#find("[data-choose]").textContent = say("browser.choose");
    this.#find<HTMLElement>("[data-preview]").hidden = true;
    this.#find("[data-drop]").removeAttribute("data-full");
  }

  #say(sentence: string) {
    const error = this.#find<HTMLElement>("[data-error]");
    error.textContent = sentence;
    error.hidden = sentence === "";
    if (sentence !== "") error.scrollIntoView({ block: "nearest" });
  }

  #send(event: SubmitEvent) {
    event.preventDefault();
    if (this.#sending) return;
    const long = this.querySelector("[data-too-long]");
    if (long) return void focusIn(long);
    if (!this.#file.files?.length) return this.#askForPicture();
    this.#say("");
    const request = (this.#sending = new XMLHttpRequest());
    request.open("POST", this.#form.action);
    request.setRequestHeader("Accept", "application/json");
    request.responseType = "json";
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      this.#progress(total ? (100 * loaded) / total : 0),
    );
    request.addEventListener("load", () => this.#answered(request));
    request.addEventListener("error", () => this.#failed(say("browser.connection-broke")));
    this.#progress(0);
    request.send(new FormData(this.#form));
  }

  /** Everything stays as it is, to be changed and posted. */
  #cancel() {
    this.#sending?.abort();
    this.#sending = undefined;
    this.#progress(undefined);
    sayLine(say("browser.cancelled"));
    this.#find<HTMLElement>("button.submit-button").focus();
  }

  /** People who come back from their meme find an empty form, not the one that they sent. */
  #startAgain() {
    if (!this.#sending) return;
    this.#sending = undefined;
    this.#progress(undefined);
    this.#form.reset();
    this.#look();
    showChosen(this);
  }

  #progress(percent: number | undefined) {
    const line = this.#find<HTMLElement>("[data-progress]");
    line.hidden = percent === undefined;
    this.#find("button.submit-button").toggleAttribute("disabled", percent !== undefined);
    if (percent === undefined) return;
    line.querySelector("progress")!.value = percent;
    // Once all of it has been sent, it may be up before a Cancel arrives.
    this.#find<HTMLElement>("[data-cancel]").hidden = percent >= 100;
    const says = say(percent < 100 ? "browser.sending" : "browser.preparing");
    const status = this.#find("[data-progress-says]");
    if (status.textContent !== says) status.textContent = says;
  }

  #answered({ status, response }: XMLHttpRequest) {
    const answer = response as { url?: string; error?: string } | null;
    if (status === 200 && answer?.url) return location.assign(answer.url);
    this.#failed(answer?.error ?? say("browser.did-not-work"));
  }

  #failed(sentence: string) {
    this.#sending = undefined;
    this.#progress(undefined);
    this.#say(sentence);
  }
}

/** It may be folded away. */
function focusIn(part: Element) {
  const folded = part.closest("details");
  if (folded) folded.open = true;
  part.querySelector("textarea")!.focus();
}

/** Counts like the server: code points, not code units. */
function count(counted: HTMLElement, options: AddEventListenerOptions) {
  const max = Number(counted.dataset.counted);
  const area = counted.querySelector("textarea")!;
  const counter = counted.querySelector("[data-counter]")!;
  const show = () => {
    const length = [...area.value.normalize("NFC")].length;
    counter.textContent = say("browser.counted", { length, most: max });
    counted.toggleAttribute("data-too-long", length > max);
    return length > max;
  };
  const check = () => area.setAttribute("aria-invalid", String(show()));
  area.addEventListener("input", check, options);
  // What the server said about it stays until something is typed.
  if (show()) check();
}
