import type { Logo } from "../../entities/site-info.ts";
import { LOGO_ICONS, type LogoIcon } from "../../images/logo-icons.ts";

/** Where the logo and its icons are, under the public address. */
export const LOGOS = "/logo/";
export const LOGO_TYPE = "image/webp";
export const ICON_TYPE = "image/png";

const HASH_LENGTH = 32;
const ENDING = ".webp";
/** The hash of the file is part of the key, and of the address. */
export const newLogoKey = (id: string, hash: string) =>
  `${hash.slice(0, 2)}/logo-${id}-${hash.slice(0, HASH_LENGTH)}${ENDING}`;

export const iconFile = (key: string, icon: LogoIcon) => `${key.slice(0, -ENDING.length)}.icon-${icon}.png`;

/** Storage keys of all its files. */
export const logoFiles = ({ key, iconBytes }: Pick<Logo, "key" | "iconBytes">): string[] =>
  iconBytes === undefined ? [key] : [key, ...LOGO_ICONS.map((icon) => iconFile(key, icon))];

const FILE = new RegExp(
  `^([0-9a-f]{2}/logo-\\d{17,19}-[0-9a-f]{32})(?:\\.webp|\\.icon-(?:${LOGO_ICONS.join("|")})\\.png)$`,
);

/** Key of the logo that a file belongs to. */
export function logoKeyOf(file: string): string | undefined {
  const base = FILE.exec(file)?.[1];
  return base === undefined ? undefined : base + ENDING;
}

export const logoHash = (key: string) => key.slice(-HASH_LENGTH - ENDING.length, -ENDING.length);

/** Names of the files in their addresses, which change with what is there. */
export const logoName = (key: string) => logoHash(key) + ENDING;
export const iconName = (key: string, icon: LogoIcon) => `${logoHash(key)}-${icon}.png`;
export const logoPath = ({ key }: Logo) => LOGOS + logoName(key);
export const iconPath = ({ key }: Logo, icon: LogoIcon) => LOGOS + iconName(key, icon);
