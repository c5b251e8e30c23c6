import { weeklyFacts, type WeeklyContent } from "./weekly-content.ts";

/** For programs that show no HTML, and people who want none. */
export function weeklyText({ memes, url, names, unsubscribe, username, words }: WeeklyContent): string {
  const { say } = words;
  const items = memes.map((one) => {
    const caption = one.meme.caption.replace(/\s+/g, " ").trim() || one.meme.alt || say("parts.without-words");
    const about = [say("mail.weekly-by", { name: one.author.username }), ...weeklyFacts(one, words)].join(" · ");
    return `${caption}\n${about}\n${url}/meme/${one.meme.id}`;
  });
  const linked = (what: string, link: string) => say("mail.weekly-with-link", { what, link });
  const why = say("mail.weekly-why", names);
  const end = [
    linked(say("mail.weekly-unsubscribe"), unsubscribe),
    linked(say("mail.weekly-settings"), `${url}/settings/notifications`),
  ];
  const more = linked(say("mail.weekly-more"), `${url}/?feed=following`);
  return `${[say("mail.weekly-lead", { username }), ...items, more, why, end.join("\n")].join("\n\n")}\n`;
}
