import { DomainError, type ErrorCode } from "../../errors.ts";
import { HttpError, refusalOf } from "../errors.ts";
import { show } from "./reply.ts";
import type { Visit } from "./visit.ts";
import type { FormRefusal, WebRoute } from "./web-route.ts";
import { HttpResponse } from "../../wire/http-response.ts";

/** Showing the form again would not help. */
const ON_A_PAGE: readonly ErrorCode[] = ["not_found", "not_signed_in", "bad_key", "unavailable"];

/** Shows the form again if the route declares how. All other errors get a page of their own. */
export async function showAgain(visit: Visit, route: WebRoute, typed: object, error: unknown): Promise<HttpResponse> {
  if (route.missing && error instanceof DomainError && error.code === "not_found" && !visit.wantsJson)
    return route.missing(visit, error);
  const refused = route.again && !visit.wantsJson ? formRefusal(visit, route, error) : undefined;
  if (!refused) throw error;
  const { status, headers } = refused;
  visit.refusal = { field: fieldOf(refused.error), typed: status === 400 };
  const shown = await route.again!(visit, typed as never, refused);
  return shown instanceof HttpResponse ? shown : show(visit, shown, status, headers);
}

function formRefusal({ words }: Visit, { upload }: WebRoute, error: unknown): FormRefusal | undefined {
  const refusal = refusalOf(error);
  if (!refusal || !(error instanceof DomainError || error instanceof HttpError)) return undefined;
  // A form with a file takes long to fill in, so it is shown even if nothing can be sent for now.
  if (!upload && error instanceof DomainError && ON_A_PAGE.includes(error.code)) return undefined;
  const { status, headers } = refusal;
  return { error, sentence: words.translate(error.userMessage ?? error.message), status, headers };
}

const fieldOf = (error: DomainError | HttpError) => (error instanceof DomainError ? error.field : undefined);
