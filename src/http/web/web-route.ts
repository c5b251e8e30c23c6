import type { z } from "zod";

import type { Access } from "../../core/access.ts";
import type { Visit } from "./visit.ts";

/** One page or one form of the website. */
export interface WebRoute<S extends z.ZodObject = z.ZodObject> extends Access {
  method: "GET" | "POST";
  /** Below the site's root, with variables as {name}. */
  path: string;
  /** From the query, or, of what is sent, from the form. */
  input?: S;
  /** The page with the form that is sent here, where that is not the nearest one above in the path. */
  formPage?: string;
  /** Where a file may come along: its field, and how large the form may be. */
  upload?: { field: string; maxBytes: number };
  handle(visit: Visit, input: z.output<S>): Promise<Response> | Response;
}

/** Keeps the type of the input inside the definition, and lets lists hold routes of all inputs. */
export const page = <S extends z.ZodObject>(definition: WebRoute<S>): WebRoute => definition as unknown as WebRoute;
