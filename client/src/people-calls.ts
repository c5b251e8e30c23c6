import { callsOf, MAX_LONG_PAGE } from "./calls.ts";
import type { CallOptions } from "./http.ts";
import type { PageOptions } from "./inputs.ts";
import { CALL_OPTIONS, checkOptions } from "./options.ts";
import type { List } from "./pages.ts";
import { idOf, userOf } from "./paths.ts";
import { ResponseCalls } from "./response-calls.ts";
import type * as Api from "./types.ts";
import type { ImageSource } from "./upload.ts";

/** You and other people. */
export class PeopleCalls extends ResponseCalls {
  /**
   * Your own profile: the account this key belongs to.
   *
   * @example
   * const { username, stats } = await guffaw.me();
   */
  me(options: CallOptions = {}): Promise<Api.User> {
    return callsOf(this).get("/profile/me", options);
  }

  /**
   * Changes your username or bio.
   *
   * @example
   * await guffaw.updateMe({ bio: "I post on Mondays." });
   */
  updateMe(change: { username?: string; bio?: string }, options: CallOptions = {}): Promise<Api.ProfileChange> {
    return callsOf(this).write("PATCH", "/profile/me", options, { json: change });
  }

  /**
   * Somebody's profile, by name or id.
   *
   * @example
   * const { bio } = await guffaw.user("alice");
   */
  async user(nameOrId: string, options: CallOptions = {}): Promise<Api.User> {
    return callsOf(this).get(`/profile/${userOf(nameOrId)}`, options);
  }

  /**
   * What somebody looks like; "me" is yourself.
   *
   * @example
   * const { url } = await guffaw.avatar("alice");
   */
  async avatar(user: string, options: CallOptions = {}): Promise<Api.Avatar> {
    return callsOf(this).get(`/profile/${userOf(user)}/avatar`, options);
  }

  /**
   * Shows a picture of yours instead of a drawing. It is cut to a square.
   *
   * @example
   * await guffaw.uploadAvatar("me.jpg");
   */
  async uploadAvatar(image: ImageSource, options: CallOptions = {}): Promise<Api.AvatarChange> {
    checkOptions(options, CALL_OPTIONS);
    return callsOf(this).upload(image, { options, method: "PUT", path: "/profile/me/avatar" });
  }

  /**
   * Draws you. Parts you leave out stay as they are; a picture is removed.
   *
   * @example
   * await guffaw.drawAvatar({ face: "cool", hat: "crown" });
   */
  async drawAvatar(parts: Partial<Api.Avatar["drawing"]>, options: CallOptions = {}): Promise<Api.AvatarChange> {
    return callsOf(this).write("PUT", "/profile/me/avatar", options, { json: parts });
  }

  /**
   * Removes your picture and the drawing you chose: you look as on your first day again.
   *
   * @example
   * await guffaw.removeAvatar();
   */
  async removeAvatar(options: CallOptions = {}): Promise<Api.AvatarChange> {
    return callsOf(this).write("DELETE", "/profile/me/avatar", options);
  }

  /**
   * For staff: removes the picture that somebody shows of themselves, and tells them why.
   *
   * @example
   * await guffaw.removeAvatarOf("jester", "No faces of strangers, please");
   */
  async removeAvatarOf(user: string, reason: string, options: CallOptions = {}): Promise<Api.AvatarChange> {
    return callsOf(this).write("DELETE", `/profile/${userOf(user)}/avatar`, options, { json: { reason } });
  }

  /**
   * Follows somebody.
   *
   * @example
   * await guffaw.follow("alice");
   */
  async follow(user: string, options: CallOptions = {}): Promise<void> {
    await callsOf(this).write("PUT", `/profile/${userOf(user)}/follow`, options);
  }

  /**
   * Unfollows somebody.
   *
   * @example
   * await guffaw.unfollow("alice");
   */
  async unfollow(user: string, options: CallOptions = {}): Promise<void> {
    await callsOf(this).write("DELETE", `/profile/${userOf(user)}/follow`, options);
  }

  /**
   * Your notifications, newest first: ratings, follows, notices, comments, remixes.
   *
   * @example
   * for await (const { message } of guffaw.notifications()) console.log(message);
   */
  notifications(options: PageOptions = {}): List<Api.Notification> {
    return callsOf(this).list(() => "/notifications", options, {}, MAX_LONG_PAGE);
  }

  /**
   * How many notifications you have.
   *
   * @example
   * if ((await guffaw.notificationCount()) > 0) ring();
   */
  async notificationCount(options: CallOptions = {}): Promise<number> {
    return (await callsOf(this).get<Api.Count>("/notifications/count", options)).count;
  }

  /**
   * Deletes a notification.
   *
   * @example
   * await guffaw.deleteNotification(notification.id);
   */
  async deleteNotification(id: string, options: CallOptions = {}): Promise<void> {
    await callsOf(this).write("DELETE", `/notification/${idOf(id)}`, options);
  }

  /**
   * Your accounts on other services. Needs a key with the permission View Integrations.
   *
   * @example
   * const { github = [] } = await guffaw.integrations();
   */
  integrations(options: CallOptions = {}): Promise<Api.Integrations> {
    return callsOf(this).get("/integrations", options);
  }
}
