import { constant } from "../jsx-runtime.ts";

/** Single-stroke line drawings for controls. Decorative: the words beside them, visible or not, say what they do. */
const PATHS = {
  home: "M4 11 12 4l8 7M6 9.5V20h4.5v-5.5h3V20H18V9.5",
  search: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM15.5 15.5 20 20",
  plus: "M12 5v14M5 12h14",
  person: "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4.5 20c.6-4 3.6-6 7.5-6s6.9 2 7.5 6",
  theme: "M12 4a8 8 0 1 0 0 16V4ZM12 4a8 8 0 0 1 0 16",
  comment: "M4.5 5.5h15v10.5H11l-4.5 4v-4h-2Z",
  share: "M12 15V4M8 7.5 12 3.5l4 4M6 11H4.5v9.5h15V11H18",
  bookmark: "M6.5 4h11v16.5L12 16l-5.5 4.5Z",
  download: "M12 4v11M8 11.5l4 4 4-4M5 19.5h14",
  link: "M10 14a4 4 0 0 1 0-5.7l2.3-2.3a4 4 0 0 1 5.7 5.7L16.5 13M14 10a4 4 0 0 1 0 5.7L11.7 18A4 4 0 0 1 6 12.3L7.5 11",
  trash: "M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7",
  edit: "M5 19v-3.5L15.5 5 19 8.5 8.5 19Z",
  hide: "M4 4l16 16M9.5 9.6a3.4 3.4 0 0 0 4.8 4.8M6.5 6.7C4.6 8 3.3 10 2.5 12c1.7 4 5.2 6.5 9.5 6.5 1.7 0 3.3-.4 4.7-1.2M10 5.7c.6-.1 1.3-.2 2-.2 4.3 0 7.8 2.5 9.5 6.5-.5 1.2-1.2 2.3-2 3.2",
  show: "M2.5 12C4.2 8 7.7 5.5 12 5.5s7.8 2.5 9.5 6.5c-1.7 4-5.2 6.5-9.5 6.5S4.2 16 2.5 12ZM12 8.6a3.4 3.4 0 1 1 0 6.8 3.4 3.4 0 0 1 0-6.8Z",
  play: "M8 5v14l11-7Z",
  next: "M9 5l7 7-7 7",
  previous: "M15 5l-7 7 7 7",
  lock: "M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  flag: "M6 21V4M6 4.5h11.5l-2.5 4 2.5 4H6",
  clock: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16ZM12 8v4.5l3 2",
  list: "M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4.5 6.5h.1M4.5 12h.1M4.5 17.5h.1",
  random: "M3.5 7h3.5l9 10h4.5M3.5 17H7l2.7-3M13.3 10 16 7h4.5M18 4.5 20.5 7 18 9.5M18 14.5l2.5 2.5-2.5 2.5",
  crown: "M4 18.5 3 7.5l5 4.5 4-7 4 7 5-4.5-1 11Z",
  star: "M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8Z",
  passkey: "M4 15v-3a8 8 0 0 1 16 0v3.5M8 19.5V12a4 4 0 0 1 8 0v6.5M12 12v8.5",
  bolt: "M13 3 5.5 13.5H12l-1 7.5 7.5-10.5H12Z",
  bell: "M12 3v2M6 17v-6a6 6 0 0 1 12 0v6l1.5 1.5h-15ZM10 21.5h4",
  heart: "M12 20C5 15 3.5 11.5 3.5 9A4.3 4.3 0 0 1 12 7.6 4.3 4.3 0 0 1 20.5 9c0 2.5-1.5 6-8.5 11Z",
  more: "M5.5 12h.1M12 12h.1M18.5 12h.1",
  close: "M6 6l12 12M18 6 6 18",
  check: "M5 12.5l4.5 4.5L19 7.5",
  key: "M15.5 4a4.5 4.5 0 1 1-4 6.6L4 18v2.5h3V18h2.5v-2.5H12",
  pulse: "M3 12h4l2.5-6 4.5 12 3-8 1.5 2H21",
  disk: "M4.5 7c0-1.7 3.4-3 7.5-3s7.5 1.3 7.5 3-3.4 3-7.5 3-7.5-1.3-7.5-3ZM4.5 7v10c0 1.7 3.4 3 7.5 3s7.5-1.3 7.5-3V7M4.5 12c0 1.7 3.4 3 7.5 3s7.5-1.3 7.5-3",
  picture: "M4 5h16v14H4ZM4 16l4.5-4.5 4 4 2.5-2.5 5 5M15.5 8.7h.1",
  enlarge: "M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7",
  remix: "M4 11.5A7.5 7.5 0 0 1 16.6 6L19.5 8.5M19.5 4v4.5H15M20 12.5A7.5 7.5 0 0 1 7.4 18L4.5 15.5M4.5 20v-4.5H9",
  copy: "M9 9h11v11H9ZM15 9V4H4v11h5",
} as const;

export type IconName = keyof typeof PATHS;

const ICONS = new Map(
  Object.entries(PATHS).map(([name, path]) => [
    name,
    constant(
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>,
    ),
  ]),
);

export const Icon = ({ name }: { name: IconName }) => ICONS.get(name);
