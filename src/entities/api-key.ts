/** What a key may do besides reading, in the order in which people and programs see it. */
export const KEY_PERMISSIONS = ["Write", "Ratings", "View Integrations"] as const;
export type KeyPermission = (typeof KEY_PERMISSIONS)[number];

/** A key to the API. The key itself is stored nowhere, and its hash stays in the database. */
export interface ApiKey {
  id: string;
  userId: string;
  name: string;
  permissions: readonly KeyPermission[];
  createdAt: number;
  /** To the minute; undefined until the first use. */
  usedAt: number | undefined;
  /** Undefined when the key never expires. */
  expiresAt: number | undefined;
  revokedAt: number | undefined;
}
