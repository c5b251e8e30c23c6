import { Calls, callsOf } from "./calls.ts";
import type { Allowance } from "./hooks.ts";
import { Connection, type Options } from "./http.ts";
import { OldGuffaw } from "./old-guffaw.ts";
import { checkOptions, CLIENT_OPTIONS } from "./options.ts";
import { rootOf } from "./paths.ts";
import { WebhookCalls } from "./webhook-calls.ts";

const LOCAL = "http://localhost:8420";

/**
 * A client for one Guffaw site.
 *
 * @example
 * const guffaw = new Guffaw({ key: "gfw_…", url: "https://memes.example.org" });
 * const meme = await guffaw.randomMeme();
 * await guffaw.rate(meme.memeid, 5);
 */
export class Guffaw extends WebhookCalls {
  /** The older API root, whose objects are smaller. */
  readonly old: OldGuffaw;

  constructor(options: Options = {}) {
    checkOptions(options, CLIENT_OPTIONS);
    const url = rootOf(options.url || LOCAL);
    super(new Calls(new Connection(`${rootOf(options.apiUrl || url)}/v1`, options)));
    this.old = new OldGuffaw(new Calls(new Connection(rootOf(options.oldApiUrl || `${url}/api/v1`), options)));
  }

  /**
   * Your rate limit according to the last answer; undefined before the first, and if the site has no limit.
   *
   * @example
   * console.log(`${guffaw.allowance?.remaining} requests left`);
   */
  get allowance(): Allowance | undefined {
    return callsOf(this).allowance;
  }
}
