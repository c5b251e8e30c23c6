import type { z } from "zod";

import type { Access } from "../core/access.ts";

/** A body that is one value rather than fields. */
export interface Inside {
  /** The field that the whole value becomes. */
  field: string;
  /** The names that lead to the object with the picture. */
  path: readonly string[];
}

export interface Upload {
  field: string;
  maxBytes: number;
  /** The file may also be a video, as large as the site's rules for videos allow, in a multipart form. */
  film?: true;
  /** Fields with further files. */
  more?: readonly string[];
  /** Fields that may be objects or lists in JSON. */
  objects?: readonly string[];
  /** The body is one JSON value with the picture somewhere in it. */
  inside?: Inside;
}

/** What every route of every face declares. Each face adds its own. */
export interface RouteBase<C, A, S extends z.ZodObject = z.ZodObject> extends Access {
  method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE";
  /** Below the root of its face, with variables as {name}. */
  path: string;
  /** Its input fields. */
  input?: S;
  /** Takes a file in this field: the body may be this large, and slow. */
  upload?: Upload;
  /** Takes long texts: a body without a file may be this large. */
  maxBytes?: number;
  handle(call: C, input: z.output<S>): A | Promise<A>;
}

/** Maximum body of a request without a file, unless its route says otherwise. */
export const MAX_BYTES = 64 * 1024;
