import type { z } from "zod";

import type { DomainError } from "../../errors.ts";
import type { HttpError } from "../errors.ts";
import type { RouteBase } from "../route.ts";
import type { Visit } from "./visit.ts";

/** Why a form is shown again. */
export interface FormRefusal {
  sentence: string;
  status: number;
  headers: Record<string, string>;
  error: DomainError | HttpError;
}

/** One page or one form of the website. */
export interface WebRoute<S extends z.ZodObject = z.ZodObject> extends RouteBase<Visit, Response, S> {
  method: "GET" | "POST";
  /** The page with the form that is sent here, where that is not the nearest one above in the path. */
  formPage?: string;
  /** The page with the form once more, when `handle` refuses what was typed. A Response is sent as it is. */
  again?(visit: Visit, typed: z.output<S>, refused: FormRefusal): unknown;
  /** What is shown instead of the general page when `handle` finds nothing. */
  missing?(visit: Visit, error: DomainError): Promise<Response> | Response;
}

/** Keeps the type of the input inside the definition, and lets lists hold routes of all inputs. */
export const page = <S extends z.ZodObject>(definition: WebRoute<S>): WebRoute => definition as unknown as WebRoute;
