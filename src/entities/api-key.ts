/** Permissions besides reading, in the order people and programs see them. */
export const KEY_PERMISSIONS = ["Write", "Ratings", "View Integrations"] as const;
export type KeyPermission = (typeof KEY_PERMISSIONS)[number];

/** An API key. The key itself is not stored, and its hash stays in the data layer. */
export interface ApiKey {
  id: string;
  userId: string;
  name: string;
  permissions: readonly KeyPermission[];
  createdAt: number;
  /** To the minute; undefined until the first use. */
  usedAt: number | undefined;
  /** Undefined if it never expires. */
  expiresAt: number | undefined;
  revokedAt: number | undefined;
}
