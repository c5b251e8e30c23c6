export interface BannedPicture {
  id: number;
  imageHash: string;
  /** Perceptual hashes, one per view of the picture; none if only the exact file is banned. */
  perceptualHashes: string[];
  reason: string;
  staffName: string;
  createdAt: number;
}
