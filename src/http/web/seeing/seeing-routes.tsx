import { z } from "zod";

import { blockPerson, unblockPerson } from "../../../core/filters/block-person.ts";
import { listFilteredPeople, listMutedWords } from "../../../core/filters/list-filtered.ts";
import { mutePerson, unmutePerson } from "../../../core/filters/mute-person.ts";
import { muteWords, unmuteWords } from "../../../core/filters/mute-words.ts";
import { showMature } from "../../../core/users/show-mature.ts";
import { text } from "../form-fields.ts";
import type { Note } from "../note.ts";
import { ownPath } from "../own-path.ts";
import { goBack, goTo, json, show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { page, type WebRoute } from "../web-route.ts";
import { MaturePage, SeeingPage } from "./seeing-page.tsx";

const SETTINGS = "/settings/seeing";

async function seeingPage(visit: Visit, refused?: { word: string; sentence: string }) {
  const { ctx } = visit;
  const [muted, blocked, words] = await Promise.all([
    listFilteredPeople(ctx, "mute"),
    listFilteredPeople(ctx, "block"),
    listMutedWords(ctx),
  ]);
  return <SeeingPage frame={visit.frame} muted={muted} blocked={blocked} words={words} refused={refused} />;
}

const settings = page({
  method: "GET",
  path: SETTINGS,
  access: "member",
  handle: async (visit) => show(visit, await seeingPage(visit)),
});

const muteWord = page({
  method: "POST",
  path: `${SETTINGS}/words`,
  access: "member",
  input: z.object({ word: text }),
  handle: async (visit, { word }) => {
    await muteWords(visit.ctx, word);
    return goTo(visit, `${SETTINGS}#words`, "saved");
  },
  again: (visit, { word }, { sentence }) => seeingPage(visit, { word, sentence }),
});

const unmuteWord = page({
  method: "POST",
  path: `${SETTINGS}/words/unmute`,
  formPage: SETTINGS,
  access: "member",
  input: z.object({ word: text }),
  handle: async (visit, { word }) => {
    await unmuteWords(visit.ctx, word);
    return goTo(visit, `${SETTINGS}#words`, "unmuted");
  },
});

const next = z.string().optional();

const mature = page({
  method: "GET",
  path: "/mature",
  access: "anyone",
  input: z.object({ next }),
  handle: (visit, asked) => {
    if (visit.me) return goTo(visit, `${SETTINGS}#mature`);
    const { root } = visit.site;
    return show(visit, <MaturePage frame={visit.frame} next={root + (ownPath(asked.next, root) ?? "/")} />);
  },
});

const chooseMature = page({
  method: "POST",
  path: "/mature",
  access: "anyone",
  input: z.object({ show: z.string().optional(), next }),
  handle: async (visit, input) => {
    const shown = input.show !== undefined;
    if (visit.me) await showMature(visit.ctx, shown);
    else visit.cookies.setMature(shown);
    return goBack(visit, input.next, "/", "saved");
  },
});

const personForm = (path: string, note: Note, act: typeof mutePerson) =>
  page({
    method: "POST",
    path: `/profile/{user}/${path}`,
    access: "member",
    input: z.object({ next }),
    handle: async (visit, input) => {
      await act(visit.ctx, visit.param("user"));
      if (visit.wantsJson) return json(visit, { done: visit.words.say(`note.${note}`) });
      return goBack(visit, input.next, SETTINGS, note);
    },
  });

export const seeingPages: readonly WebRoute[] = [
  settings,
  muteWord,
  unmuteWord,
  mature,
  chooseMature,
  personForm("mute", "muted", mutePerson),
  personForm("unmute", "unmuted", unmutePerson),
  personForm("block", "blocked", blockPerson),
  personForm("unblock", "unblocked", unblockPerson),
];
