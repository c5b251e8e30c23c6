import { accountPages } from "./sign-in/sign-in-routes.tsx";
import { adminPages } from "./admin/admin-routes.tsx";
import { appPages } from "./app/app-routes.tsx";
import { avatarPages } from "./settings/avatar-routes.tsx";
import { feedPages } from "./feed/feed-routes.tsx";
import { infoPages } from "./info/info-routes.tsx";
import { integrationPages } from "./integrations/integrations-routes.tsx";
import { machinePages } from "./machine/machine-routes.tsx";
import { makePages } from "./make/make-routes.tsx";
import { memePages } from "./meme/meme-routes.tsx";
import { ownPages } from "./own-site/own-site-routes.tsx";
import { proPages } from "./pro/pro-routes.tsx";
import { passkeyPages } from "./passkeys/passkeys-routes.tsx";
import { notificationsPages } from "./notifications/notifications-routes.tsx";
import { peoplePages } from "./moderation/people-routes.tsx";
import { picturesPages } from "./moderation/pictures-routes.tsx";
import { moderationPages } from "./moderation/moderation-routes.tsx";
import { waitingPages } from "./moderation/waiting-routes.tsx";
import { profilePages } from "./profile/profile-routes.tsx";
import { recoveryPages } from "./sign-in/recovery-routes.tsx";
import { reportPages } from "./reports/reports-routes.tsx";
import { savedPages } from "./saved/saved-routes.tsx";
import { searchPages } from "./search/search-routes.tsx";
import { seeingPages } from "./seeing/seeing-routes.tsx";
import { notificationSettingsPages } from "./settings/notifications-routes.tsx";
import { settingsPages } from "./settings/settings-routes.tsx";
import { submitPages } from "./submit/submit-routes.tsx";
import { tagPages } from "./tags/tag-routes.tsx";
import { templateStaffPages } from "./moderation/templates-routes.tsx";
import { templatesPages } from "./templates/templates-routes.tsx";
import { translatePages } from "./translate/translate-routes.tsx";
import type { WebRoute } from "./web-route.ts";

/** All pages and forms of the website. */
export const siteRoutes: readonly WebRoute[] = [
  ...feedPages,
  ...memePages,
  ...savedPages,
  ...reportPages,
  ...moderationPages,
  ...peoplePages,
  ...picturesPages,
  ...waitingPages,
  ...templateStaffPages,
  ...profilePages,
  ...proPages,
  ...submitPages,
  ...makePages,
  ...searchPages,
  ...tagPages,
  ...templatesPages,
  ...infoPages,
  ...ownPages,
  ...accountPages,
  ...recoveryPages,
  ...settingsPages,
  ...avatarPages,
  ...translatePages,
  ...notificationsPages,
  ...notificationSettingsPages,
  ...seeingPages,
  ...passkeyPages,
  ...adminPages,
  ...machinePages,
  ...appPages,
  // Last, because a service's name may appear where other pages have fixed names.
  ...integrationPages,
];
