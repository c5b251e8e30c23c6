import { site } from "./site.ts";
import { parts } from "./parts.ts";
import { account } from "./account.ts";
import { settings } from "./settings.ts";
import { webhooks } from "./webhooks.ts";
import { avatar } from "./avatar.ts";
import { feed } from "./feed.ts";
import { meme } from "./meme.ts";
import { profile } from "./profile.ts";
import { copies } from "./copies.ts";
import { saved } from "./saved.ts";
import { search } from "./search.ts";
import { tags } from "./tags.ts";
import { submit } from "./submit.ts";
import { video } from "./video.ts";
import { maker } from "./maker.ts";
import { info } from "./info.ts";
import { docs } from "./docs.ts";
import { machine } from "./machine.ts";
import { errors } from "./errors.ts";
import { browser } from "./browser.ts";
import { picker } from "./picker.ts";
import { notifications } from "./notifications.ts";
import { seeing } from "./seeing.ts";
import { integrations } from "./integrations.ts";
import { passkeys } from "./passkeys.ts";
import { moderation } from "./moderation.ts";
import { staff } from "./staff.ts";
import { pro } from "./pro.ts";
import { translate } from "./translate.ts";
import { admin } from "./admin.ts";
import { adminUpkeep } from "./admin-upkeep.ts";
import { adminAnswers } from "./admin-answers.ts";
import { mail } from "./mail.ts";
import { ownSite } from "./own-site.ts";
import { stickers } from "./stickers.ts";
import { make } from "./make.ts";
import { templates } from "./templates.ts";

/** All messages in English, the source of all translations. */
export const english = {
  ...site,
  ...parts,
  ...account,
  ...settings,
  ...webhooks,
  ...avatar,
  ...feed,
  ...meme,
  ...profile,
  ...copies,
  ...saved,
  ...search,
  ...tags,
  ...submit,
  ...video,
  ...maker,
  ...info,
  ...docs,
  ...machine,
  ...errors,
  ...browser,
  ...picker,
  ...notifications,
  ...seeing,
  ...integrations,
  ...passkeys,
  ...moderation,
  ...staff,
  ...pro,
  ...translate,
  ...admin,
  ...adminUpkeep,
  ...adminAnswers,
  ...mail,
  ...ownSite,
  ...stickers,
  ...make,
  ...templates,
} as const;
