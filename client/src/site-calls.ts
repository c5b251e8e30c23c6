import { callsOf } from "./calls.ts";
import { ChoiceCalls } from "./choice-calls.ts";
import type { CallOptions } from "./http.ts";
import type * as Api from "./types.ts";

/** The site itself. */
export class SiteCalls extends ChoiceCalls {
  /**
   * What the site is called, how it looks, and where its rules are. Needs no key.
   *
   * @example
   * const { name, pages } = await guffaw.site();
   */
  site(options: CallOptions = {}): Promise<Api.Site> {
    return callsOf(this).get("/site", options);
  }

  /**
   * The site in numbers.
   *
   * @example
   * const { memes, ratings } = await guffaw.stats();
   */
  stats(options: CallOptions = {}): Promise<Api.Stats> {
    return callsOf(this).get("/stats", options);
  }

  /**
   * The people whose memes were rated best, in a day, a week and a month.
   *
   * @example
   * const [first] = (await guffaw.topMemers())["7d"];
   */
  topMemers(options: CallOptions = {}): Promise<Api.TopMemers> {
    return callsOf(this).get("/topmemers", options);
  }

  /**
   * The site's OpenAPI document.
   *
   * @example
   * const { paths } = await guffaw.openApi();
   */
  openApi(options: CallOptions = {}): Promise<Record<string, unknown>> {
    return callsOf(this).get("/openapi.json", options, {}, true);
  }
}
