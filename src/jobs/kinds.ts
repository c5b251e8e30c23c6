import { compareMemes } from "./compare-memes.ts";
import { completeLooks } from "./complete-looks.ts";
import { crownMemes } from "./crown-memes.ts";
import { deleteAccount } from "./delete-account.ts";
import { deleteAvatar } from "./delete-avatar.ts";
import { deleteImage } from "./delete-image.ts";
import { encodeVideoJob } from "./encode-video.ts";
import { endSessions } from "./end-sessions.ts";
import { forgetAnswers } from "./forget-answers.ts";
import { forgetDeletions } from "./forget-deletions.ts";
import { forgetNotifications } from "./forget-notifications.ts";
import { forgetEvents } from "./forget-events.ts";
import { forgetFailures } from "./forget-failures.ts";
import { forgetTraffic } from "./forget-traffic.ts";
import { installTemplatesJob } from "./install-templates.ts";
import type { JobKind } from "./job-kind.ts";
import { makeBackupJob } from "./make-backup.ts";
import { makeFormatsJob } from "./make-formats.ts";
import { makeRenditionsJob } from "./make-renditions.ts";
import { measureImages } from "./measure-images.ts";
import { measureSizes } from "./measure-sizes.ts";
import { queueWeeklyMails } from "./queue-weekly-mails.ts";
import { reindexAuthor } from "./reindex-author.ts";
import { rollDays } from "./roll-days.ts";
import { sendMail } from "./send-mail.ts";
import { sendWebhooks } from "./send-webhooks.ts";
import { sweepOrphansJob } from "./sweep-orphans.ts";
import { trimChanges } from "./trim-changes.ts";

/** All kinds of jobs. A new kind is a separate file and a line here. */
export const KINDS: readonly JobKind[] = [
  compareMemes,
  completeLooks,
  crownMemes,
  deleteAccount,
  deleteAvatar,
  deleteImage,
  encodeVideoJob,
  endSessions,
  forgetAnswers,
  forgetDeletions,
  forgetEvents,
  forgetNotifications,
  forgetFailures,
  forgetTraffic,
  installTemplatesJob,
  makeBackupJob,
  makeFormatsJob,
  makeRenditionsJob,
  measureImages,
  measureSizes,
  queueWeeklyMails,
  reindexAuthor,
  rollDays,
  sendMail,
  sendWebhooks,
  sweepOrphansJob,
  trimChanges,
];
