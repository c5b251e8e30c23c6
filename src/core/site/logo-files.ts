import type { Logo } from "../../entities/site-info.ts";

/** Where the logo is, under the public address. */
export const LOGOS = "/logo/";
export const LOGO_TYPE = "image/webp";

const HASH_LENGTH = 32;
const ENDING = ".webp";
/** The hash of the file is part of the key, and of the address. */
export const newLogoKey = (id: string, hash: string) =>
  `${hash.slice(0, 2)}/logo-${id}-${hash.slice(0, HASH_LENGTH)}${ENDING}`;

/** Storage keys of all its files. */
export const logoFiles = ({ key }: Logo): string[] => [key];

export const isLogoKey = (file: string) => /^[0-9a-f]{2}\/logo-\d{17,19}-[0-9a-f]{32}\.webp$/.test(file);
export const logoHash = (key: string) => key.slice(-HASH_LENGTH - ENDING.length, -ENDING.length);

/** Name of the file in its address, which changes with what is there. */
export const logoName = (key: string) => logoHash(key) + ENDING;
export const logoPath = ({ key }: Logo) => LOGOS + logoName(key);
