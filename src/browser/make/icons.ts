/** Single-stroke drawings, in the style of the site's others. */
export const ICONS = {
  undo: "M8.5 5 4 9.5 8.5 14M4 9.5h10a5.5 5.5 0 0 1 0 11h-3",
  redo: "M15.5 5 20 9.5 15.5 14M20 9.5H10a5.5 5.5 0 0 0 0 11h3",
  zoomIn: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM15.5 15.5 20 20M10.5 7.5v6M7.5 10.5h6",
  zoomOut: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM15.5 15.5 20 20M7.5 10.5h6",
  look: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM9 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z",
  trash: "M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7",
  copy: "M9 9h11v11H9ZM15 9V4H4v11h5",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  left: "M5 6h14M5 12h8M5 18h11",
  center: "M5 6h14M8 12h8M6.5 18h11",
  right: "M5 6h14M11 12h8M8 18h11",
  top: "M5 4.5h14M12 20V9M8 12.5l4-4 4 4",
  middle: "M5 12h14M12 4v4M12 20v-4",
  bottom: "M5 19.5h14M12 4v11M8 11.5l4 4 4-4",
} as const;
