import type { Access } from "../core/access.ts";

/** What the API reference page needs. */
export interface ApiDescription {
  /** The OpenAPI document. */
  document: Record<string, unknown>;
  /** Addresses of the roots. */
  roots: readonly string[];
  /** What the document has no fields for, by operation name. */
  routes: readonly (Access & { name: string; description?: string })[];
}
