export interface BannedPicture {
  id: number;
  imageHash: string;
  /** Perceptual hashes, one for each way the picture is seen; none where only the very same file is banned. */
  looks: string[];
  reason: string;
  staffName: string;
  createdAt: number;
}
