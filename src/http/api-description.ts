import type { Access } from "../core/access.ts";

/** All that the page of reference needs to know of the API. */
export interface ApiDescription {
  /** In OpenAPI. */
  document: Record<string, unknown>;
  /** The addresses of the roots. */
  roots: readonly string[];
  /** What the document does not say in fields of its own, by the name of the operation. */
  routes: readonly (Access & { name: string; description?: string })[];
}
