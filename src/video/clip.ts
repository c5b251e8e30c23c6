/** What a video says about itself. */
export interface Clip {
  seconds: number;
  /** Upright: as it is shown. */
  width: number;
  height: number;
  fps: number;
  hasSound: boolean;
  /** Brighter than ordinary screens can show, in one of two ways. */
  brightness: "standard" | "hlg" | "pq";
}
