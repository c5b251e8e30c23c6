// One picture, with words above and below it.
import { atBottom, atTop, caption } from "./boxes.ts";
import type { Drawn } from "./drawn.ts";

const above = (height: number) => atTop(caption(20, 12, 760, height));
const below = (top: number, height: number) => atBottom(caption(20, top, 760, height));

export const SCENES: readonly Drawn[] = [
  {
    slug: "eye-contact",
    name: "Eye contact",
    alt: "A ginger cat looks straight at you while its paw pushes a worried mug off the table.",
    tags: ["cat", "chaos"],
    height: 600,
    boxes: [above(100), below(484, 104)],
    texts: ["Please don't deploy on Friday", "Deploying"],
  },
  {
    slug: "toast-spa",
    name: "Toast spa",
    alt: "Two slices of toast sit in a toaster. One wears sunglasses and enjoys a drink; the other is getting dark and very worried.",
    tags: ["food", "denial"],
    height: 600,
    boxes: [above(90), below(484, 104)],
    texts: ["The server room is a bit warm", "Lovely, actually"],
  },
  {
    slug: "fixed-it",
    name: "Fixed it",
    alt: "A raccoon in a plumber's hat gives a thumbs up in front of one taped pipe, while water bursts from everywhere else.",
    tags: ["raccoon", "repair"],
    height: 640,
    boxes: [above(110), below(506, 122)],
    texts: ["One bug closed", "Six regressions opened"],
  },
  {
    slug: "bus-stop-skeleton",
    name: "Still waiting",
    alt: "A skeleton with a phone waits on a bench at a bus stop, with cobwebs at its shoulder and a bird's nest on its skull.",
    tags: ["waiting", "skeleton"],
    height: 680,
    boxes: [above(110), below(584, 88)],
    texts: ["Your call is important to us", "Please hold"],
  },
];
