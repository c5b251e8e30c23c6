/** How much was stored on one day; undefined if it was not measured. */
export interface Size {
  /** Days since 1970. */
  day: number;
  databaseBytes: number | undefined;
  imageBytes: number | undefined;
  imageFiles: number | undefined;
  /** On the fullest disk of this machine that holds our data. */
  freeBytes: number | undefined;
}
