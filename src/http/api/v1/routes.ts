import type { Route } from "../api-route.ts";
import { avatarRoutes } from "./avatars.ts";
import { commentRoutes } from "./comments.ts";
import { eventRoutes } from "./events.ts";
import { feedRoutes } from "./feeds.ts";
import { filterRoutes } from "./filters.ts";
import { makeRoutes } from "./make.ts";
import { memeRoutes } from "./memes.ts";
import { notificationRoutes } from "./notifications.ts";
import { ratingRoutes } from "./ratings.ts";
import { reportRoutes } from "./reports.ts";
import { savedRoutes } from "./saved.ts";
import { collectionRoutes } from "./collections.ts";
import { siteInfoRoutes } from "./site.ts";
import { statsRoutes } from "./stats.ts";
import { submitRoutes } from "./submit.ts";
import { tagRoutes } from "./tags.ts";
import { templateRoutes } from "./templates.ts";
import { userRoutes } from "./users.ts";
import { webhookRoutes } from "./webhooks.ts";
import { weeklyMailRoutes } from "./weekly-mail.ts";

/** All routes of the root {base_url}, below /v1. */
export const v1Routes: readonly Route[] = [
  ...memeRoutes,
  ...submitRoutes,
  ...makeRoutes,
  ...templateRoutes,
  ...feedRoutes,
  ...eventRoutes,
  ...webhookRoutes,
  ...savedRoutes,
  ...collectionRoutes,
  ...tagRoutes,
  ...ratingRoutes,
  ...commentRoutes,
  ...userRoutes,
  ...filterRoutes,
  ...avatarRoutes,
  ...siteInfoRoutes,
  ...statsRoutes,
  ...notificationRoutes,
  ...weeklyMailRoutes,
  ...reportRoutes,
];
