/** The rasteriser cannot be stopped from within, so these are checked before anything is drawn. */
export const MIN_SIDE = 64;
export const MAX_SIDE = 4000;
export const MAX_PANELS = 4;
export const MAX_BOXES = 20;
/** In all boxes together. */
export const MAX_CHARACTERS = 1000;
/** In texts and as stickers together. */
export const MAX_EMOJI = 20;
export const MAX_STROKES = 50;
/** Of all pen strokes together: a long outline with round joins keeps librsvg busy for seconds. */
export const MAX_POINTS = 2000;
/** More than there can be items. */
export const MAX_LAYER = 999;
