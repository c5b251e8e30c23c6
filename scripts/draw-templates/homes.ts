// What happens behind closed doors.
import {
  INK,
  CREAM,
  CORAL,
  SUN,
  TEAL,
  SKY,
  PLUM,
  NIGHT,
  MINT,
  PINK,
  SLATE,
  WHITE,
  SKIN,
  scene,
  limb,
  eyes,
  box,
  bubble,
  dot,
  shape,
  line,
  group,
  sweat,
} from "../draw-starter/parts.ts";
import { WOOD, DARK_WOOD, FLAT, oval, lids, bust, head, duck } from "./cast.ts";

/** Somebody at the door, and he has time. */
export function atTheDoor() {
  const inside =
    box(40, 60, 320, 480, DARK_WOOD, 10) +
    box(64, 84, 272, 456, NIGHT, 4) +
    `<clipPath id="gap"><path d="M64 84H336V540H64Z"/></clipPath><g clip-path="url(#gap)">` +
    bust(214, 330, 1.16, { mood: "flat", shirt: PINK, look: { x: 0.8, y: -0.2 }, hair: "#6b4632" }) +
    lids(214, 332, 60, 23, SKIN) +
    line("M196 240l-8 -30M226 238l6 -34M256 248l20 -26", 10, "#6b4632") +
    line("M150 470L214 540L278 470", 10, WHITE) +
    `</g>` +
    shape("M64 84L150 110V590L64 540Z", "#b5764a") +
    dot(132, 350, 13, SUN);
  const seagull =
    line("M550 470L440 524", 18) +
    line("M550 470L440 524", 7, "#f28c28") +
    line("M630 470V532h-40", 18) +
    line("M630 470V532h-40", 7, "#f28c28") +
    shape(
      "M500 330C500 250 540 220 590 220C650 220 690 280 690 380C690 450 650 484 590 484C530 484 500 440 500 380Z",
      WHITE,
    ) +
    shape("M640 330C700 340 720 400 700 450C670 440 640 400 640 330Z", "#c6cbe4") +
    box(440, 340, 116, 140, WOOD, 8) +
    box(452, 358, 92, 112, WHITE, 4, `stroke-width="4"`) +
    line("M466 382h64M466 404h64M466 426h40", 5, SLATE) +
    shape("M560 320C540 330 520 350 530 380C560 390 600 360 610 330Z", "#c6cbe4") +
    oval(584, 190, 82, 74, WHITE) +
    eyes(566, 170, 64, 24, -0.7, 0.1, 0.5) +
    shape("M530 200C490 196 450 206 430 222C470 236 510 240 548 232Z", "#f2a028") +
    shape("M446 226C476 246 516 254 546 232C510 240 476 236 446 226Z", "#b33b4a", `stroke-width="4"`) +
    shape("M520 128C540 90 630 90 648 128Z", TEAL) +
    box(490, 120, 180, 18, TEAL, 8) +
    shape("M540 262h88l-30 26l30 26h-88l30 -26Z", CORAL);
  const foot =
    shape("M322 544C330 520 350 508 372 512C384 500 412 500 424 510L456 520L448 544Z", "#f28c28") +
    line("M360 540l12 -14M396 540l10 -14", 5);
  return scene(
    800,
    800,
    "#f7c9a0",
    [0, 1, 2, 3, 4, 5].map((i) => line(`M0 ${i * 96 + 50}H800`, 4, "#eab583")).join("") +
      shape("M0 540H800V800H0Z", CREAM, FLAT) +
      line("M0 540H800") +
      inside +
      seagull +
      foot +
      bubble(20, 600, 372, 180, 214, 470) +
      bubble(412, 600, 372, 180, 600, 480),
  );
}

/** The monster under the bed has seen something. */
export function underTheBed() {
  const bed =
    box(60, 300, 46, 330, WOOD, 10) +
    box(694, 360, 46, 270, WOOD, 10) +
    shape("M100 400H700V490H100Z", "#b3d4f5") +
    box(110, 340, 170, 80, WHITE, 30) +
    shape("M240 380C320 352 640 360 700 380V500H240Z", CORAL) +
    line("M240 420q60 -14 120 0t120 0t120 0t100 0", 8, "#ffd3cb");
  const child =
    head(210, 316, 0.86, { mood: "smug", look: { x: 0.6, y: 0.4 }, hair: INK, cut: "bob" }) +
    box(270, 300, 130, 96, TEAL, 8) +
    line("M335 300V396", 5) +
    dot(272, 364, 18, SKIN) +
    dot(396, 364, 18, SKIN) +
    line("M300 330l20 10M300 352l20 10M350 340l24 -10M350 362l24 -10", 5, "#0f8579");
  const FUR = "#8b6cc4";
  const monster =
    shape("M250 640C240 560 300 530 420 530C540 530 600 560 590 640Z", FUR) +
    shape("M300 548l-16 -34l44 20ZM540 548l16 -34l-44 20Z", CREAM) +
    eyes(420, 586, 110, 34, 0, -1, 0.32) +
    line("M336 540q24 -14 44 -4M504 540q-24 -14 -44 -4", 7) +
    shape("M380 634C390 612 450 612 460 634Z", INK) +
    line("M388 630l8 8l8 -10l8 10l8 -10l8 10l8 -10l8 10", 4, WHITE) +
    dot(330, 640, 26, FUR) +
    dot(510, 640, 26, FUR) +
    sweat(640, 560, 1) +
    sweat(220, 566, 0.9);
  return scene(
    800,
    760,
    "#3d4a8f",
    dot(690, 110, 56, CREAM, FLAT) +
      dot(668, 98, 50, "#3d4a8f", FLAT) +
      [
        [560, 70],
        [610, 190],
        [760, 210],
      ]
        .map(([x, y]) => dot(x!, y!, 4, CREAM, FLAT))
        .join("") +
      shape("M0 620H800V760H0Z", "#2b356b", FLAT) +
      shape("M100 490H700V640H100Z", "#1a2148", FLAT) +
      monster +
      line("M0 640H230M610 640H800", 6) +
      bed +
      child,
  );
}

/** Therapy for a machine. */
export function couch() {
  const robot =
    box(96, 470, 420, 76, "#b33b4a", 30) +
    shape("M60 546V380C60 340 120 340 124 380V480H110V546Z", CORAL) +
    box(90, 500, 440, 60, CORAL, 18) +
    line("M120 560v36M500 560v36", 16) +
    limb("M330 452C400 440 440 470 500 476M330 470C390 476 430 486 486 492", SLATE, 20) +
    box(210, 400, 150, 92, SLATE, 18) +
    dot(300, 446, 12, SUN, `stroke-width="4"`) +
    limb("M250 470C270 490 300 490 330 470", SLATE, 16) +
    group(
      "rotate(-14 150 396)",
      line("M150 330V300", 8) +
        dot(150, 292, 12, CORAL) +
        box(80, 330, 140, 116, "#a9b0d0", 20) +
        box(96, 346, 108, 78, INK, 12) +
        line("M118 376q10 -12 20 0M162 376q10 -12 20 0", 6, "#7dffb0") +
        line("M130 408q20 -16 40 0", 6, "#7dffb0"),
    ) +
    shape("M110 420q12 20 0 30q-14 -8 0 -30Z", SKY, `stroke-width="4"`);
  const FEATHER = "#8a5a3c";
  const owl =
    box(580, 400, 190, 160, PLUM, 30) +
    line("M610 560v36M740 560v36", 16) +
    shape("M590 540C570 400 600 330 674 330C748 330 780 400 760 540Z", FEATHER) +
    shape("M626 540C616 450 640 410 674 410C708 410 732 450 722 540Z", CREAM, FLAT) +
    line("M650 450l10 10l10 -10M680 450l10 10l10 -10M664 482l10 10l10 -10", 5, FEATHER) +
    shape("M606 340L596 268L650 300ZM742 340L752 268L698 300Z", FEATHER) +
    oval(674, 340, 84, 66, FEATHER) +
    dot(640, 336, 38, SUN) +
    dot(708, 336, 38, SUN) +
    eyes(674, 336, 68, 27, -0.8, 0.3, 0.5) +
    lids(674, 336, 68, 27, FEATHER) +
    shape("M664 356h20l-10 22Z", "#f28c28", `stroke-width="4"`) +
    group("rotate(-10 600 470)", box(556, 420, 84, 108, SUN, 6) + line("M572 446h50M572 466h50M572 486h30", 5)) +
    shape("M736 430C720 470 680 480 640 470C660 440 700 430 736 430Z", FEATHER) +
    line("M644 466L610 430", 8, INK);
  return scene(
    800,
    640,
    MINT,
    shape("M0 590H800V640H0Z", TEAL, FLAT) +
      line("M0 590H800") +
      robot +
      owl +
      bubble(24, 24, 372, 200, 170, 320) +
      bubble(416, 24, 360, 200, 674, 262),
  );
}

const SEEN = "#2f9ed8";

/** A conversation that is going well. */
export function chat() {
  const post = (x: number, y: number, w: number, h: number, color: string, isMine = false) => {
    const [foot, tip] = isMine ? [x + w - 30, x + w + 20] : [x + 30, x - 20];
    const both = (more: string) =>
      shape(`M${foot} ${y + h - 60}L${tip} ${y + h + 12}L${foot - (tip - foot) * 0.6} ${y + h - 10}Z`, color, more) +
      box(x, y, w, h, color, 34, more);
    return both(`stroke-width="12"`) + both(FLAT);
  };
  const friend =
    dot(112, 92, 54, SKY) +
    `<clipPath id="friend"><circle cx="112" cy="92" r="50"/></clipPath><g clip-path="url(#friend)">${duck(108, 118, 0.55)}</g>` +
    dot(112, 92, 54, "none") +
    dot(154, 130, 14, "#49b86e", `stroke-width="5"`);
  const battery = box(664, 36, 74, 36, WHITE, 8) + box(740, 46, 8, 16, INK, 3) + box(671, 43, 10, 22, CORAL, 3, FLAT);
  const ticks = line("M640 626l10 12l20 -26M658 626l10 12l20 -26", 6, SEEN);
  const dots =
    post(70, 880, 190, 84, WHITE) + [122, 165, 208].map((x, i) => dot(x, 922 - i * 5, 13, SLATE, FLAT)).join("");
  return scene(
    800,
    1000,
    "#e9e2ff",
    [0, 1, 2, 3, 4, 5].map((i) => line(`M${i * 160 - 40} 1000L${i * 160 + 320} 180`, 30, "#e2d9fc")).join("") +
      shape("M0 0H800V180H0Z", PLUM, FLAT) +
      line("M0 180H800") +
      friend +
      battery +
      post(70, 216, 540, 170, WHITE) +
      post(190, 422, 540, 170, "#b8f0c8", true) +
      ticks +
      post(70, 668, 540, 170, WHITE) +
      dots,
  );
}
