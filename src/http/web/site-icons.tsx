import { iconPath } from "../../core/site/logo-files.ts";
import type { LogoIcon } from "../../images/logo-icons.ts";
import type { Site } from "./frame.ts";

/** Each of our icons, and the one that is made of a logo instead. */
const OF_LOGO = {
  "icon-192.png": "192",
  "icon-512.png": "512",
  "icon-maskable.png": "maskable",
  "apple-touch-icon.png": "180",
} as const satisfies Record<string, LogoIcon>;
export type IconName = keyof typeof OF_LOGO;

/** Undefined if the site has none, or one from before there were such icons. */
export const logoIconHref = ({ root, logo }: Site, icon: LogoIcon): string | undefined =>
  logo?.iconBytes === undefined ? undefined : root + iconPath(logo, icon);

/** Made of the site's logo; without one, our face in the site's colour. */
export const iconHref = (site: Site, name: IconName): string =>
  logoIconHref(site, OF_LOGO[name]) ?? site.asset(name, site.accent);

/** The face as a drawing, sharp at every size; undefined if the site has a logo instead. */
export const faceHref = (site: Site): string | undefined =>
  site.logo?.iconBytes === undefined ? site.asset("icon.svg", site.accent) : undefined;

/** For tabs and bookmarks. */
export const tabIconHref = (site: Site): string => faceHref(site) ?? logoIconHref(site, "48")!;

export const IconLink = ({ site }: { site: Site }) =>
  faceHref(site) === undefined ? (
    <link rel="icon" type="image/png" sizes="48x48" href={tabIconHref(site)} />
  ) : (
    <link rel="icon" type="image/svg+xml" href={tabIconHref(site)} />
  );
