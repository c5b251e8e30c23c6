import { callsOf } from "./calls.ts";
import type { CallOptions } from "./http.ts";
import { userOf } from "./paths.ts";
import { SavedCalls } from "./saved-calls.ts";
import type * as Api from "./types.ts";

/** What you want to see, and what you do not. */
export class ChoiceCalls extends SavedCalls {
  /**
   * Leaves somebody out of your feeds, searches, comment lists and notifications. Nobody is told.
   *
   * @example
   * await guffaw.mute("alice");
   */
  async mute(user: string, options: CallOptions = {}): Promise<void> {
    await callsOf(this).write("PUT", `/profile/${userOf(user)}/mute`, options);
  }

  /**
   * Unmutes somebody.
   *
   * @example
   * await guffaw.unmute("alice");
   */
  async unmute(user: string, options: CallOptions = {}): Promise<void> {
    await callsOf(this).write("DELETE", `/profile/${userOf(user)}/mute`, options);
  }

  /**
   * Hides the two of you from each other. Nobody is told.
   *
   * @example
   * await guffaw.block("alice");
   */
  async block(user: string, options: CallOptions = {}): Promise<void> {
    await callsOf(this).write("PUT", `/profile/${userOf(user)}/block`, options);
  }

  /**
   * Unblocks somebody.
   *
   * @example
   * await guffaw.unblock("alice");
   */
  async unblock(user: string, options: CallOptions = {}): Promise<void> {
    await callsOf(this).write("DELETE", `/profile/${userOf(user)}/block`, options);
  }

  /**
   * The people you have muted, newest first.
   *
   * @example
   * for (const { username } of await guffaw.mutedUsers()) console.log(username);
   */
  mutedUsers(options: CallOptions = {}): Promise<Api.User[]> {
    return callsOf(this).get("/muted", options);
  }

  /**
   * The people you have blocked, newest first.
   *
   * @example
   * for (const { username } of await guffaw.blockedUsers()) console.log(username);
   */
  blockedUsers(options: CallOptions = {}): Promise<Api.User[]> {
    return callsOf(this).get("/blocked", options);
  }

  /**
   * The words you have muted, in the order you muted them.
   *
   * @example
   * const words = await guffaw.mutedWords();
   */
  mutedWords(options: CallOptions = {}): Promise<string[]> {
    return callsOf(this).get("/muted/words", options);
  }

  /**
   * Leaves memes and comments with this word, or these words in a row, out of your lists.
   *
   * @example
   * await guffaw.muteWord("monday");
   */
  async muteWord(word: string, options: CallOptions = {}): Promise<void> {
    await callsOf(this).write("PUT", "/muted/words", options, { json: { word } });
  }

  /**
   * Unmutes a word.
   *
   * @example
   * await guffaw.unmuteWord("monday");
   */
  async unmuteWord(word: string, options: CallOptions = {}): Promise<void> {
    await callsOf(this).write("DELETE", "/muted/words", options, { json: { word } });
  }

  /**
   * Whether the website shows you mature memes.
   *
   * @example
   * const { shown } = await guffaw.matureChoice();
   */
  matureChoice(options: CallOptions = {}): Promise<Api.MatureChoice> {
    return callsOf(this).get("/profile/me/mature", options);
  }

  /**
   * Chooses whether the website shows you mature memes, which are for people 18 and over.
   *
   * @example
   * await guffaw.showMature(true);
   */
  showMature(shown: boolean, options: CallOptions = {}): Promise<Api.MatureChoice> {
    return callsOf(this).write("PUT", "/profile/me/mature", options, { json: { shown } });
  }

  /**
   * Whether you get the weekly mail.
   *
   * @example
   * const { wanted } = await guffaw.weeklyMailChoice();
   */
  weeklyMailChoice(options: CallOptions = {}): Promise<Api.WeeklyMailChoice> {
    return callsOf(this).get("/profile/me/weekly-mail", options);
  }

  /**
   * Chooses whether you get the best memes of the week, from the people and tags you follow, at your confirmed e-mail
   * address.
   *
   * @example
   * await guffaw.chooseWeeklyMail(false);
   */
  chooseWeeklyMail(wanted: boolean, options: CallOptions = {}): Promise<Api.WeeklyMailChoice> {
    return callsOf(this).write("PUT", "/profile/me/weekly-mail", options, { json: { wanted } });
  }
}
