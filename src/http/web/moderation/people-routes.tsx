import { z } from "zod";

import { DomainError } from "../../../errors.ts";
import { removeAvatarOf } from "../../../core/moderation/remove-avatar-of.ts";
import { searchPeople } from "../../../core/moderation/search-people.ts";
import { readModerationRecord } from "../../../core/moderation/read-moderation-record.ts";
import { sendNotice } from "../../../core/notifications/send-notice.ts";
import { liftSuspension } from "../../../core/users/lift-suspension.ts";
import { suspendUser } from "../../../core/users/suspend-user.ts";
import { message } from "../../../words/messages.ts";
import type { Note } from "../note.ts";
import { goTo, show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { text } from "../form-fields.ts";
import { page, type WebRoute } from "../web-route.ts";
import { PeoplePage } from "./people-page.tsx";
import { PersonPage } from "./person-page.tsx";
import type { Refused, TypedSuspension } from "./suspension.tsx";

const DAY = 86_400_000;

const find = page({
  method: "GET",
  path: "/moderation/people",
  access: "staff",
  input: z.object({ name: text }),
  handle: async (visit, { name }) => {
    const people = name.trim() === "" ? undefined : await searchPeople(visit.ctx, name);
    return show(visit, <PeoplePage frame={visit.frame} sought={name} people={people} />);
  },
});

const view = page({
  method: "GET",
  path: "/moderation/people/{user}",
  access: "staff",
  handle: async (visit) => show(visit, <PersonPage frame={visit.frame} person={await personOf(visit)} />),
});

const personOf = (visit: Visit) => readModerationRecord(visit.ctx, visit.param("user"));

const goToPerson = (visit: Visit, note: Note) =>
  goTo(visit, `/moderation/people/${encodeURIComponent(visit.param("user"))}`, note);

const personAgain = async (visit: Visit, refused: Refused) => (
  <PersonPage frame={visit.frame} person={await personOf(visit)} refused={refused} />
);

const suspend = page({
  method: "POST",
  path: "/moderation/people/{user}/suspend",
  access: "staff",
  input: z.object({ reason: text, end: text, date: text }),
  handle: async (visit, typed) => {
    const until = endOf(typed, visit.ctx.now);
    await suspendUser(visit.ctx, { user: visit.param("user"), reason: typed.reason, until });
    return goToPerson(visit, "suspended");
  },
  again: (visit, typed, { sentence }) => personAgain(visit, { form: "suspend", typed, error: sentence }),
});

/** Undefined for no end. An unknown choice is refused, so that an end is never left out by mistake. */
function endOf({ end, date }: TypedSuspension, now: number): number | undefined {
  const days = /^\d{1,2}$/.test(end);
  // A typed date counts even if another choice is still selected: better ask than suspend somebody for longer.
  if (date !== "" && (days || end === "never"))
    throw new DomainError("invalid", message("error.suspension-two-ends", { choice: message("staff.end-date") }), {
      field: "date",
    });
  if (end === "never") return undefined;
  if (days) return now + Number(end) * DAY;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : NaN;
  // The runtime reads 31 February as 3 March.
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(date))
    throw new DomainError("invalid", message("error.suspension-date"), { field: "date" });
  return day;
}

const lift = page({
  method: "POST",
  path: "/moderation/people/{user}/lift",
  access: "staff",
  handle: async (visit) => {
    await liftSuspension(visit.ctx, { user: visit.param("user") });
    return goToPerson(visit, "lifted");
  },
  again: (visit, _, { sentence }) => personAgain(visit, { form: "lift", typed: {}, error: sentence }),
});

const notice = page({
  method: "POST",
  path: "/moderation/people/{user}/notice",
  access: "staff",
  input: z.object({ text }),
  handle: async (visit, typed) => {
    await sendNotice(visit.ctx, { user: visit.param("user"), ...typed });
    return goToPerson(visit, "notice-sent");
  },
  again: (visit, typed, { sentence }) => personAgain(visit, { form: "notice", typed, error: sentence }),
});

const avatar = page({
  method: "POST",
  path: "/moderation/people/{user}/avatar",
  access: "staff",
  input: z.object({ reason: text }),
  handle: async (visit, typed) => {
    await removeAvatarOf(visit.ctx, { user: visit.param("user"), ...typed });
    return goToPerson(visit, "avatar-taken");
  },
  again: (visit, typed, { sentence }) => personAgain(visit, { form: "avatar", typed, error: sentence }),
});

export const peoplePages: readonly WebRoute[] = [find, view, suspend, lift, notice, avatar];
