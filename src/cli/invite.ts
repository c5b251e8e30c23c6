import { signupMode } from "../config.ts";
import { invitePerson } from "../core/users/invite-person.ts";
import { text, wholeNumber, withServices, type Command } from "./command.ts";
import { iso } from "./moment.ts";
import { publicUrl } from "./public-url.ts";

const DAY_MS = 86_400_000;
const USUAL_DAYS = "7";

export const invite: Command = {
  name: "invite",
  args: "",
  summary: "print a link that lets one person create an account",
  count: [0, 0],
  options: { days: { type: "string", value: "N", help: `days it stays valid (default ${USUAL_DAYS})` } },
  run: (call) => {
    const days = wholeNumber("--days", text(call.values, "days") ?? USUAL_DAYS, 1, 365);
    return withServices(call, async (services, ctx) => {
      const url = await publicUrl(services);
      const mode = signupMode(call.config, url);
      const link = `${url}/sign-up?invite=${await invitePerson(ctx, { days })}`;
      const end = `Valid for one account, for ${days} ${days === 1 ? "day" : "days"}.`;
      return {
        json: { link, expires: iso(ctx.now + days * DAY_MS) },
        text: [link, "", end, ...ADVICE[mode]].join("\n"),
      };
    });
  },
};

const ADVICE = {
  invite: [],
  open: ["With this command's settings, sign-up is open: anyone can create an account without a link."],
  closed: ["GUFFAW_SIGNUP is closed: the link works once you set it to invite."],
};
