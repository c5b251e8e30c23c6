export interface Passkey {
  /** The credential's id, base64url. */
  id: string;
  userId: string;
  name: string;
  publicKey: Uint8Array<ArrayBuffer>;
  /** How often it was used, by its own count; many never count. */
  counter: number;
  /** How a browser reaches it. */
  transports: readonly string[];
  createdAt: number;
  usedAt: number | undefined;
}
