/** Icons made of a logo, by width; the last one is for launchers that cut out a shape of their own. */
export const LOGO_ICONS = ["48", "180", "192", "512", "maskable"] as const;
export type LogoIcon = (typeof LOGO_ICONS)[number];
