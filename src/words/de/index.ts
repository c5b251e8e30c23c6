import site from "./site.json";
import parts from "./parts.json";
import account from "./account.json";
import settings from "./settings.json";
import feed from "./feed.json";
import meme from "./meme.json";
import profile from "./profile.json";
import search from "./search.json";
import submit from "./submit.json";
import info from "./info.json";
import docs from "./docs.json";
import machine from "./machine.json";
import errors from "./errors.json";
import browser from "./browser.json";
import notifications from "./notifications.json";
import integrations from "./integrations.json";
import passkeys from "./passkeys.json";
import moderation from "./moderation.json";
import staff from "./staff.json";
import pro from "./pro.json";
import translate from "./translate.json";
import admin from "./admin.json";
import mail from "./mail.json";

export const german = {
  ...site,
  ...parts,
  ...account,
  ...settings,
  ...feed,
  ...meme,
  ...profile,
  ...search,
  ...submit,
  ...info,
  ...docs,
  ...machine,
  ...errors,
  ...browser,
  ...notifications,
  ...integrations,
  ...passkeys,
  ...moderation,
  ...staff,
  ...pro,
  ...translate,
  ...admin,
  ...mail,
};
