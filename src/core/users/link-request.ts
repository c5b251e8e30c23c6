import type { Proof } from "./proof.ts";

export interface LinkRequest {
  /** Required on the website. */
  proof?: Proof;
  /** Makes the form idempotent: it creates one link, however often it is sent. */
  form?: string | undefined;
}
