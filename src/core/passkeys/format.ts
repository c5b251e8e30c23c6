import { cleanText } from "../text.ts";

export const MAX_PASSKEY_NAME = 100;

export const cleanPasskeyName = (name: string) =>
  cleanText("passkey-name", name.trim(), { min: 1, max: MAX_PASSKEY_NAME });

/** Shape of a passkey id. Anything else cannot exist. */
export const isPasskeyId = (text: string) => /^[\w-]{1,1400}$/.test(text);
