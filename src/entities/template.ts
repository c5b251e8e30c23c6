import type { Age } from "./age.ts";

/** The database has their positions. A removed one stays as a row if the site came with it, so that it stays away. */
export const TEMPLATE_STATUSES = ["proposed", "accepted", "retired", "removed"] as const;
export type TemplateStatus = (typeof TEMPLATE_STATUSES)[number];

/** A picture with prepared boxes, to make memes of. */
export interface Template {
  id: string;
  name: string;
  /** In their one form; see tagNamed. */
  tags: string[];
  /** Who proposed it; undefined for those that the site came with, and if the account is gone. */
  authorId: string | undefined;
  status: TemplateStatus;
  /** Its picture. */
  baseId: string;
  /** A smaller picture with the sample texts on it. */
  previewId: string | undefined;
  /** Describes the picture. */
  alt: string;
  /** JSON, with empty boxes; its base is the template itself. */
  recipe: string;
  /** A text for each box. */
  sampleTexts: string[];
  age: Age;
  /** How many memes that everyone can see were made with it. */
  uses: number;
  /** Names those that the site came with. */
  slug: string | undefined;
  createdAt: number;
  /** When staff last decided about it. */
  decidedAt: number | undefined;
}
