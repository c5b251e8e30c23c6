// The day it all went wrong.
import {
  INK,
  CREAM,
  CORAL,
  SUN,
  TEAL,
  SKY,
  PLUM,
  MINT,
  WHITE,
  SKIN,
  scene,
  words,
  print,
  limb,
  eyes,
  box,
  dot,
  shape,
  line,
  group,
  sweat,
  cloud,
} from "./parts.ts";

const legs = (x: number, y: number) =>
  line(`M${x - 24} ${y}V488M${x + 24} ${y}V488`, 10) + line(`M${x - 24} 490h-20M${x + 24} 490h20`, 12);

const card = (x: number, y: number, name: string) => box(x - 74, y, 148, 52, WHITE, 6) + print(x, y + 40, 40, name);

const hands = (x: number, y: number) =>
  dot(x - 78, y, 12, CREAM, `stroke-width="5"`) + dot(x + 78, y, 12, CREAM, `stroke-width="5"`);

const brick = (x: number, y: number, w: number) => box(x, y, w, 32, CORAL, 2, `stroke-width="4"`);

export function lineUp() {
  const marks = [140, 200, 260, 320, 380, 440].map((y) => line(`M0 ${y}H800`, 3, "#d9c9a8")).join("");
  const wall = Array.from({ length: 7 }, (_, i) =>
    i % 2
      ? brick(36, 190 + i * 32, 70) + brick(106, 190 + i * 32, 70)
      : brick(36, 190 + i * 32, 35) + brick(71, 190 + i * 32, 70) + brick(141, 190 + i * 32, 35),
  ).join("");
  const firewall =
    legs(106, 410) +
    wall +
    eyes(106, 258, 60, 24, 1, 0.1) +
    line("M76 318q30 -16 60 0", 8) +
    line("M70 222l24 10M142 222l-24 10", 7) +
    card(106, 346, "firewall") +
    hands(106, 372);
  const router =
    legs(298, 410) +
    line("M244 290V180M352 290V180", 10) +
    dot(244, 176, 10, SUN) +
    dot(352, 176, 10, SUN) +
    box(222, 272, 152, 150, PLUM, 22) +
    eyes(298, 316, 60, 24, 1, 0.1) +
    `<ellipse cx="298" cy="354" rx="10" ry="8" fill="${INK}" stroke="none"/>` +
    card(298, 372, "router") +
    hands(298, 398);
  const dns =
    legs(500, 410) +
    dot(500, 320, 104, SKY) +
    line("M500 216V424M396 320H604M410 268Q500 300 590 268M410 372Q500 340 590 372", 4, "#4fa9d6") +
    `<ellipse cx="500" cy="320" rx="48" ry="104" fill="none" stroke="#4fa9d6" stroke-width="4"/>` +
    dot(500, 320, 104, "none") +
    eyes(500, 288, 72, 29, 0.6, -1, 0.46) +
    line("M456 244q14 -14 30 -8M544 244q-14 -14 -30 -8", 7) +
    `<ellipse cx="512" cy="336" rx="12" ry="13" fill="${INK}" stroke="none"/>` +
    sweat(596, 236, 1.1) +
    sweat(402, 250, 0.8) +
    card(500, 368, "dns") +
    hands(500, 394) +
    print(580, 196, 54, "♪", { mono: true }) +
    print(624, 170, 40, "♫", { mono: true });
  const cache =
    legs(700, 410) +
    shape("M628 290Q628 220 700 220Q772 220 772 290Z", "#c98a4b") +
    box(628, 290, 144, 130, "#e0a35c", 8) +
    line("M654 238V290M746 238V290", 6) +
    box(684, 276, 32, 36, SUN, 6) +
    eyes(700, 336, 62, 23, -1, 0.1) +
    card(700, 366, "cache") +
    hands(700, 392);
  return scene(
    800,
    600,
    CREAM,
    marks +
      shape("M0 486H800V600H0Z", TEAL, `stroke="none"`) +
      line("M0 486H800") +
      firewall +
      router +
      dns +
      cache +
      words(400, 98, 88, "who broke production?") +
      words(400, 576, 80, "take your time, dns"),
  );
}

const streak = (x: number, y: number, long: number) => line(`M${x} ${y}v${-long}`, 8, "#c9ecfb");

const field = (path: string, color: string) => shape(path, color, `stroke-width="4"`);

export function parachute() {
  const land =
    shape("M-10 762Q360 688 730 762V910H-10Z", "#7ccf8a") +
    field("M60 764L200 738L230 790L40 820Z", SUN) +
    field("M430 738L560 742L600 800L450 790Z", "#5fb873") +
    field("M250 770L400 760L410 830L230 840Z", MINT);
  const note =
    line("M402 330C430 280 470 300 480 250", 4) +
    group(
      "rotate(9 540 200)",
      box(424, 150, 236, 104, SUN, 4) +
        print(542, 196, 30, "backup.tar", { mono: true }) +
        print(542, 240, 44, "0 bytes", { fill: "#c2332f" }),
    );
  const diver =
    limb("M300 560C270 600 240 610 200 600", PLUM, 44) +
    limb("M404 560C440 600 470 610 512 590", PLUM, 44) +
    shape("M196 574l-54 4a18 18 0 0 0 -4 34l62 14Z", INK) +
    shape("M512 566l56 -8a18 18 0 0 1 8 34l-58 26Z", INK) +
    box(262, 350, 180, 150, SUN, 26) +
    shape("M300 350L318 318H388L404 350Z", "#e0a52a") +
    shape("M272 420C272 380 300 372 352 372C404 372 432 380 432 420L424 560C420 590 284 590 280 560Z", CORAL) +
    line("M352 470V580", 5) +
    line("M304 380L318 576M400 380L386 576", 14, "#b33b4a") +
    limb("M286 420C230 420 190 390 160 344", CORAL, 42) +
    limb("M418 420C480 420 520 400 556 362", CORAL, 42) +
    dot(154, 334, 24, SKIN) +
    dot(562, 354, 24, SKIN);
  const head =
    shape("M268 372C262 310 300 272 352 272C404 272 442 310 436 372Z", TEAL) +
    `<ellipse cx="352" cy="386" rx="76" ry="72" fill="${SKIN}"/>` +
    shape("M270 366C270 300 304 278 352 278C400 278 434 300 434 366Q352 330 270 366Z", TEAL) +
    box(276, 344, 152, 62, INK, 30) +
    eyes(352, 374, 72, 25, 0.9, -0.9, 0.36) +
    shape("M322 424Q352 408 382 424Q388 452 352 452Q316 452 322 424Z", INK) +
    shape("M336 444Q352 432 368 444Q352 452 336 444Z", CORAL, `stroke="none"`);
  return scene(
    720,
    900,
    SKY,
    cloud(130, 230, 1.1) +
      cloud(610, 480, 0.9) +
      cloud(90, 640, 0.7) +
      streak(90, 480, 120) +
      streak(640, 700, 130) +
      streak(230, 270, 70) +
      streak(590, 660, 60) +
      streak(60, 560, 40) +
      land +
      diver +
      note +
      head +
      words(360, 96, 84, "we make backups daily") +
      words(360, 878, 84, "today we restore one"),
  );
}
