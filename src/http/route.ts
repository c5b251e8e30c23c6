import type { z } from "zod";

import type { Access } from "../core/access.ts";

/** What every route of every face says about itself. A face adds what only it needs to know. */
export interface RouteBase<C, A, S extends z.ZodObject = z.ZodObject> extends Access {
  method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE";
  /** Below the root of its face, with variables as {name}. */
  path: string;
  /** The fields that it takes. */
  input?: S;
  /** Takes a file in this field: the body may be as large as this, and take its time. */
  upload?: { field: string; maxBytes: number };
  handle(call: C, input: z.output<S>): A | Promise<A>;
}

/** Of the body of a request without a file. */
export const MAX_BYTES = 64 * 1024;
