import { cleanText } from "../text.ts";

export const MAX_PASSKEY_NAME = 100;

export const cleanPasskeyName = (name: string) =>
  cleanText("passkey-name", name.trim(), { least: 1, most: MAX_PASSKEY_NAME });

/** Shape of a passkey id. Anything else cannot exist. */
export const isPasskeyId = (text: string) => /^[\w-]{1,1400}$/.test(text);
