import type { Migration } from "kysely/migration";

import * as first from "./0001-first.ts";
import * as clients from "./0002-clients.ts";
import * as website from "./0003-website.ts";
import * as community from "./0004-community.ts";
import * as picturesAndQuotas from "./0005-pictures-and-quotas.ts";
import * as mail from "./0006-mail.ts";
import * as founders from "./0007-founders.ts";
import * as changes from "./0008-changes.ts";
import * as scores from "./0009-scores.ts";
import * as partialIndexes from "./0010-partial-indexes.ts";
import * as lighterChanges from "./0011-lighter-changes.ts";
import * as daysInOrder from "./0012-days-in-order.ts";
import * as hot from "./0013-hot.ts";
import * as days from "./0014-days.ts";
import * as renditions from "./0015-renditions.ts";
import * as people from "./0016-people.ts";
import * as tags from "./0017-tags.ts";
import * as spelling from "./0018-spelling.ts";
import * as collections from "./0019-collections.ts";
import * as copies from "./0020-copies.ts";
import * as filters from "./0021-filters.ts";
import * as comments from "./0022-comments.ts";
import * as siteInfo from "./0023-site-info.ts";
import * as weeklyMail from "./0024-weekly-mail.ts";
import * as finding from "./0025-finding.ts";
import * as looserKeys from "./0026-looser-keys.ts";
import * as logoIcons from "./0027-logo-icons.ts";
import * as answers from "./0028-answers.ts";
import * as verifiedBackups from "./0029-verified-backups.ts";
import * as whatNodesSay from "./0030-what-nodes-say.ts";
import * as failingJobs from "./0031-failing-jobs.ts";
import * as making from "./0032-making.ts";
import * as templateMemes from "./0033-template-memes.ts";
import * as events from "./0034-events.ts";
import * as formats from "./0035-formats.ts";
import * as gifKeys from "./0036-gif-keys.ts";
import * as videos from "./0037-videos.ts";
import * as webhooks from "./0038-webhooks.ts";
import * as rarerMerges from "./0039-rarer-merges.ts";

/** In order, forward only, and never edited once landed. */
export const MIGRATIONS: Record<string, Migration> = {
  "0001-first": first,
  "0002-clients": clients,
  "0003-website": website,
  "0004-community": community,
  "0005-pictures-and-quotas": picturesAndQuotas,
  "0006-mail": mail,
  "0007-founders": founders,
  "0008-changes": changes,
  "0009-scores": scores,
  "0010-partial-indexes": partialIndexes,
  "0011-lighter-changes": lighterChanges,
  "0012-days-in-order": daysInOrder,
  "0013-hot": hot,
  "0014-days": days,
  "0015-renditions": renditions,
  "0016-people": people,
  "0017-tags": tags,
  "0018-spelling": spelling,
  "0019-collections": collections,
  "0020-copies": copies,
  "0021-filters": filters,
  "0022-comments": comments,
  "0023-site-info": siteInfo,
  "0024-weekly-mail": weeklyMail,
  "0025-finding": finding,
  "0026-looser-keys": looserKeys,
  "0027-logo-icons": logoIcons,
  "0028-answers": answers,
  "0029-verified-backups": verifiedBackups,
  "0030-what-nodes-say": whatNodesSay,
  "0031-failing-jobs": failingJobs,
  "0032-making": making,
  "0033-template-memes": templateMemes,
  "0034-events": events,
  "0035-formats": formats,
  "0036-gif-keys": gifKeys,
  "0037-videos": videos,
  "0038-webhooks": webhooks,
  "0039-rarer-merges": rarerMerges,
};

/** Up to this one, nobody else may use the database while migrations run. From the next one on, older nodes serve on. */
export const LAST_ALONE = "0027-logo-icons";

/**
 * Migrations that take something away: drop, rename or tighten what an earlier version uses. Each names the migration
 * that came with the first version that no longer uses it: nodes that know that one may serve on, older ones may not.
 */
export const CONTRACTS: Readonly<Record<string, string>> = {};
