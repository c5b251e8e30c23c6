import { callsOf, MAX_PAGE } from "./calls.ts";
import type { CallOptions } from "./http.ts";
import type { ListOptions, TemplateSort } from "./inputs.ts";
import type { List } from "./pages.ts";
import { idOf } from "./paths.ts";
import { TagCalls } from "./tag-calls.ts";
import type * as Api from "./types.ts";

/** Templates to make memes with. */
export class TemplateCalls extends TagCalls {
  /**
   * Templates: the most used (`popular`, the default), the newest (`new`), yours (`mine`) or your `favourites`. `search`
   * finds words of their names and tags.
   *
   * @example
   * const [cat] = await guffaw.templates({ search: "cat" }).take(1);
   */
  templates(
    options: ListOptions & { sort?: TemplateSort | undefined; search?: string | undefined } = {},
  ): List<Api.Template> {
    const { age, sort, search, ...rest } = options;
    return callsOf(this).list(() => "/template", rest, { age, sort, q: search }, MAX_PAGE);
  }

  /**
   * One template.
   *
   * @example
   * const { name, texts } = await guffaw.template("163508312345678901");
   */
  async template(id: string, options: CallOptions = {}): Promise<Api.Template> {
    return callsOf(this).get(`/template/${idOf(id)}`, options);
  }
}
