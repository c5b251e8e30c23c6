import { accountPages } from "./account/routes.tsx";
import { adminPages } from "./admin/routes.tsx";
import { feedPages } from "./feed/routes.tsx";
import { infoPages } from "./info/routes.tsx";
import { integrationPages } from "./integrations/routes.tsx";
import { machinePages } from "./machine/routes.tsx";
import { memePages } from "./meme/routes.tsx";
import { proPages } from "./pro/routes.tsx";
import { passkeyPages } from "./passkeys/routes.tsx";
import { notificationsPages } from "./notifications/routes.tsx";
import { peoplePages } from "./moderation/people-routes.tsx";
import { picturesPages } from "./moderation/pictures-routes.tsx";
import { moderationPages } from "./moderation/routes.tsx";
import { waitingPages } from "./moderation/waiting-routes.tsx";
import { profilePages } from "./profile/routes.tsx";
import { recoveryPages } from "./recovery/routes.tsx";
import { reportPages } from "./reports/routes.tsx";
import { searchPages } from "./search/routes.tsx";
import { notificationSettingsPages } from "./settings/notifications-routes.tsx";
import { settingsPages } from "./settings/routes.tsx";
import { submitPages } from "./submit/routes.tsx";
import { translatePages } from "./translate/routes.tsx";
import type { WebRoute } from "./web-route.ts";

/** All pages and forms of the website. */
export const siteRoutes: readonly WebRoute[] = [
  ...feedPages,
  ...memePages,
  ...reportPages,
  ...moderationPages,
  ...peoplePages,
  ...picturesPages,
  ...waitingPages,
  ...profilePages,
  ...proPages,
  ...submitPages,
  ...searchPages,
  ...infoPages,
  ...accountPages,
  ...recoveryPages,
  ...settingsPages,
  ...translatePages,
  ...notificationsPages,
  ...notificationSettingsPages,
  ...passkeyPages,
  ...adminPages,
  ...machinePages,
  // Last, as the name of a service can stand where other pages have names of their own.
  ...integrationPages,
];
