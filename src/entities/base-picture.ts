/** A picture that memes are made of: uploaded for a recipe, or the picture of a template. */
export interface BasePicture {
  id: string;
  /** Undefined for the site's own. */
  ownerId: string | undefined;
  /** Storage key, without its extension. */
  key: string;
  /** SHA-256 of its bytes, in hex, shortened for addresses. */
  hash: string;
  extension: string;
  width: number;
  height: number;
  frames: number;
  bytes: number;
  createdAt: number;
}
