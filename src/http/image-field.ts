import { z } from "zod";

import { HeldPicture, type Picture } from "../images/process.ts";
import { SpooledVideo } from "../video/spooled-video.ts";
import { decodeBase64, isText, NOT_BASE64 } from "./base64.ts";
import { HttpError } from "./errors.ts";

/** Base64 turns a 20 MB picture into 26.7 MB, and a form escapes 2 of the 64 characters with three bytes each. */
export const MAX_UPLOAD = 30 * 1024 * 1024;

export const NO_IMAGE = "Send the image in the parameter image: a file, base64 text or a data URL.";

export const isPicture = (value: unknown): value is Picture =>
  value instanceof Uint8Array || value instanceof HeldPicture;

/** A picture, or a video of any allowed size. */
export const isUpload = (value: unknown): value is Picture | SpooledVideo =>
  isPicture(value) || value instanceof SpooledVideo;

/** A file in a multipart form arrives as bytes, or held by a worker if the body is large; anything else is text. */
export const imageField = fieldOf(isPicture);
export const uploadField = fieldOf(isUpload);

function fieldOf<T>(isOne: (value: unknown) => value is T) {
  return z
    .preprocess(bytesOf, z.custom<T>(isOne, { error: NO_IMAGE }))
    .describe("A file in a multipart form, or base64 text or a data URL in JSON or a form")
    .meta({ type: "string", contentEncoding: "base64" });
}

function bytesOf(value: unknown): unknown {
  if (!isText(value)) return value;
  const bytes = decodeBase64(value);
  if (!bytes) throw new HttpError(400, NOT_BASE64);
  return bytes;
}
