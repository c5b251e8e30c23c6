import type { z } from "zod";

import type { DomainError } from "../../errors.ts";
import type { HttpError } from "../errors.ts";
import type { RouteBase } from "../route.ts";
import type { Visit } from "./visit.ts";
import type { HttpResponse } from "../../wire/http-response.ts";

/** Why a form is shown again. */
export interface FormRefusal {
  sentence: string;
  status: number;
  headers: Record<string, string>;
  error: DomainError | HttpError;
}

/** A page or form of the website. */
export interface WebRoute<S extends z.ZodObject = z.ZodObject> extends RouteBase<Visit, HttpResponse, S> {
  method: "GET" | "POST";
  /** Browsers may restore the page as it was: it shows no secret. Without this they keep no copy of it. */
  restorable?: true;
  /** Programs send it too, not only our own pages: a secret in the address proves what the person wants. */
  fromAnywhere?: true;
  /** The page with the form that is sent here, if it is not the nearest one above in the path. */
  formPage?: string;
  /** The page with the form again, if `handle` refuses what was typed. An answer is sent as it is. */
  again?(visit: Visit, typed: z.output<S>, refused: FormRefusal): unknown;
  /** Replaces the general page if `handle` finds nothing. */
  missing?(visit: Visit, error: DomainError): Promise<HttpResponse> | HttpResponse;
}

/** Keeps the input type inside the definition, and lets lists hold routes with different inputs. */
export const page = <S extends z.ZodObject>(definition: WebRoute<S>): WebRoute => definition as unknown as WebRoute;
