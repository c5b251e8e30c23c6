import { accountPages } from "./account/routes.tsx";
import { feedPages } from "./feed/routes.tsx";
import { infoPages } from "./info/routes.tsx";
import { machinePages } from "./machine/routes.tsx";
import { memePages } from "./meme/routes.tsx";
import { profilePages } from "./profile/routes.tsx";
import { searchPages } from "./search/routes.tsx";
import { settingsPages } from "./settings/routes.tsx";
import { submitPages } from "./submit/routes.tsx";
import type { WebRoute } from "./web-route.ts";

/** All pages and forms of the website. */
export const siteRoutes: readonly WebRoute[] = [
  ...feedPages,
  ...memePages,
  ...profilePages,
  ...submitPages,
  ...searchPages,
  ...infoPages,
  ...accountPages,
  ...settingsPages,
  ...machinePages,
];
