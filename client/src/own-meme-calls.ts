import { callsOf, newKey } from "./calls.ts";
import type { CallOptions } from "./http.ts";
import type { SubmitOptions } from "./inputs.ts";
import { CALL_OPTIONS, checkOptions } from "./options.ts";
import { idOf } from "./paths.ts";
import { TemplateCalls } from "./template-calls.ts";
import type * as Api from "./types.ts";
import type { ImageSource } from "./upload.ts";

const SUBMIT_OPTIONS = ["caption", "age", "rating", "alt", "unlessPosted", "name", "onProgress", "idempotencyKey"];

/** Your own memes. */
export class OwnMemeCalls extends TemplateCalls {
  /**
   * Submits a meme: a file that somebody chose, bytes, a stream, or the path of a file. A stream is read into memory
   * once, and always released.
   *
   * @example
   * const meme = await guffaw.submit("cat.png", { caption: "Monday", onProgress: ({ sent, total }) => show(sent / total) });
   */
  async submit(image: ImageSource, options: SubmitOptions = {}): Promise<Api.Meme> {
    const { caption, age, rating, alt, unlessPosted, name, onProgress, idempotencyKey = newKey(), ...rest } = options;
    checkOptions(rest, CALL_OPTIONS, SUBMIT_OPTIONS);
    const fields = { caption, age, rating, alt, unless_posted: unlessPosted };
    const call = { options: rest, method: "POST", path: "/submit", name, fields, idempotencyKey, onProgress } as const;
    return (await callsOf(this).upload<Api.Submitted>(image, call)).meme;
  }

  /**
   * Changes the caption of one of your memes. Never retried: the second answer would name the wrong old caption.
   *
   * @example
   * const { oldcaption } = await guffaw.changeCaption(id, "Better");
   */
  async changeCaption(id: string, caption: string, options: CallOptions = {}): Promise<Api.CaptionChange> {
    return callsOf(this).write("PUT", `/meme/${idOf(id)}/caption`, options, { json: { caption }, once: true });
  }

  /**
   * Hides one of your memes from everyone but you. Never retried: disabling a disabled meme is an error.
   *
   * @example
   * await guffaw.disableMeme(id);
   */
  async disableMeme(id: string, options: CallOptions = {}): Promise<void> {
    await callsOf(this).write("PUT", `/meme/${idOf(id)}/disable`, options, { once: true });
  }

  /**
   * Shows one of your disabled memes again. Never retried, like `disableMeme`.
   *
   * @example
   * await guffaw.enableMeme(id);
   */
  async enableMeme(id: string, options: CallOptions = {}): Promise<void> {
    await callsOf(this).write("PUT", `/meme/${idOf(id)}/enable`, options, { once: true });
  }

  /**
   * Deletes one of your memes for good, with its ratings and comments.
   *
   * @example
   * await guffaw.deleteMeme(id);
   */
  async deleteMeme(id: string, options: CallOptions = {}): Promise<void> {
    await callsOf(this).write("DELETE", `/meme/${idOf(id)}`, options);
  }
}
