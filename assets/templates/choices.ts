// Panels and boards that compare one thing with another.
import { fromLeft, red, sign, speech, turned, upTo } from "./boxes.ts";
import type { Drawn } from "./drawn.ts";

export const CHOICES: readonly Drawn[] = [
  {
    slug: "goose-choice",
    name: "Goose says no, goose says yes",
    alt: "Two panels: above, a goose turns away and holds up a wing; below, the same goose happily holds a bread roll.",
    tags: ["goose", "choice"],
    height: 800,
    boxes: [sign(430, 30, 340, 340), sign(430, 430, 340, 340)],
    texts: ["Reading the manual", "Turning it off and on again"],
  },
  {
    slug: "fancy-potato",
    name: "Fancier and fancier",
    alt: "Four panels: a plain potato, a potato in a paper hat, a potato with top hat and monocle, and a crowned potato that has become one with the cosmos.",
    tags: ["potato", "escalation"],
    height: 1000,
    boxes: [0, 1, 2, 3].map((row) => upTo(0.085, sign(326, row * 250 + 24, 450, 202))),
    texts: [
      "Saving the file",
      "Making a backup",
      "Testing the backup",
      "Telling everyone at parties that you test your backups",
    ],
  },
  {
    slug: "snowman",
    name: "Before and after",
    alt: "Two panels: a proud snowman in the snow, and a puddle with a hat, a carrot and two worried eyes under a smiling sun.",
    tags: ["snowman", "before", "after"],
    height: 620,
    boxes: [upTo(0.08, sign(20, 516, 360, 92)), upTo(0.08, sign(420, 516, 360, 92))],
    texts: ["Monday, 9:00", "Monday, 9:05"],
  },
  {
    slug: "pie-chart",
    name: "The figures are clear",
    alt: "A penguin in a bow tie points at a pie chart: nearly all of it is red, and a sliver is yellow.",
    tags: ["penguin", "chart"],
    height: 640,
    boxes: [
      upTo(0.075, sign(54, 40, 492, 96)),
      fromLeft(upTo(0.055, speech(116, 428, 430, 52))),
      fromLeft(upTo(0.055, speech(116, 484, 430, 52))),
    ],
    texts: ["How I spend meetings", "On mute", "Talking on mute"],
  },
  {
    slug: "sledge-chart",
    name: "Up, up, up",
    alt: "A chart whose line climbs to a peak and then plunges. On the peak, somebody on a sledge throws up both arms.",
    tags: ["chart", "optimism"],
    height: 640,
    boxes: [
      upTo(0.07, sign(136, 20, 232, 150)),
      turned(-90, upTo(0.05, speech(-170, 270, 440, 70))),
      upTo(0.05, speech(200, 562, 500, 60)),
      red(upTo(0.055, speech(604, 110, 186, 150))),
    ],
    texts: ["My motivation", "Will to work", "Time since buying a gym bag", "The gym opens"],
  },
  {
    slug: "forecast",
    name: "The forecast",
    alt: "A frog in a suit presents the weather: sun, then rain, then a cheerful meteor.",
    tags: ["frog", "weather"],
    height: 640,
    boxes: [
      upTo(0.05, speech(48, 258, 154, 122)),
      upTo(0.05, speech(232, 258, 154, 122)),
      upTo(0.05, speech(416, 258, 154, 122)),
      { ...upTo(0.08, sign(60, 534, 724, 92)), color: "#ffffff" },
    ],
    texts: ["Planning", "Building", "Release", "And now the sprint for next week"],
  },
];
