export interface Passkey {
  /** The credential's id, base64url. */
  id: string;
  userId: string;
  name: string;
  publicKey: Uint8Array<ArrayBuffer>;
  /** Its own use counter. Many never count. */
  counter: number;
  /** How a browser reaches it. */
  transports: readonly string[];
  createdAt: number;
  usedAt: number | undefined;
}
