// People who have made their decisions.
import {
  INK,
  CREAM,
  CORAL,
  SUN,
  TEAL,
  SKY,
  PLUM,
  NIGHT,
  PINK,
  SLATE,
  WHITE,
  SKIN,
  scene,
  limb,
  eye,
  eyes,
  box,
  dot,
  shape,
  line,
  group,
  shadow,
  rays,
  sweat,
  cloud,
  bubble,
} from "../draw-starter/parts.ts";
import { DARK_WOOD, SEA, FLAT, oval, head } from "./cast.ts";

/** A boat, a leak and a teaspoon. */
export function teaspoon() {
  const sailor =
    shape("M334 420C330 340 350 306 396 306C442 306 462 340 458 420Z", SUN) +
    limb("M440 340C490 340 520 300 530 250", SUN, 28) +
    dot(534, 238, 18, SKIN) +
    line("M534 240L588 176", 10, INK) +
    line("M534 240L588 176", 4, WHITE) +
    group("translate(600 162) rotate(40)", oval(0, 0, 16, 24, "#dfe3ee", `stroke-width="5"`)) +
    head(396, 250, 0.92, { mood: "glad", look: { x: 0.6, y: -0.6 }, hair: INK }) +
    shape("M336 214C350 176 440 176 456 214Z", WHITE) +
    box(330, 206, 132, 18, WHITE, 8);
  const leak =
    limb("M236 424C236 330 190 300 150 330", SKY, 30) +
    limb("M250 424C256 340 290 320 300 350", SKY, 22) +
    limb("M240 424C230 300 250 270 240 240", SKY, 26) +
    [
      [150, 366],
      [128, 340],
      [304, 386],
      [240, 214],
      [216, 236],
    ]
      .map(([x, y]) => dot(x!, y!, 10, SKY, `stroke-width="4"`))
      .join("");
  const shark = group(
    "translate(590 640)",
    shape("M-60 -82L-30 -190C0 -170 30 -120 34 -84Z", SLATE) +
      shape(
        "M-230 20C-180 -70 -60 -100 60 -90C140 -80 180 -40 196 -10C190 20 160 30 120 30C40 60 -120 60 -230 20Z",
        SLATE,
      ) +
      shape("M60 2C100 10 150 4 190 -6C180 30 140 34 110 30Q80 20 60 2Z", WHITE) +
      line("M84 8l10 18l10 -16l10 18l12 -18l10 18l12 -20l10 16", 5) +
      eye(90, -38, 22, -0.3, -0.9, 0.5) +
      line("M64 -66l44 12", 9) +
      line("M0 -30q-8 20 0 40M-20 -28q-8 20 0 40M-40 -26q-8 20 0 40", 5),
  );
  return scene(
    800,
    800,
    "#c9ecfb",
    cloud(120, 130, 0.9) +
      cloud(680, 90, 0.8) +
      shape("M0 470H800V800H0Z", SEA, FLAT) +
      sailor +
      leak +
      shape("M110 408H640C640 470 600 540 540 552H220C150 540 110 470 110 408Z", CORAL) +
      line("M96 408H654", 18) +
      line("M96 408H654", 8, "#e0a35c") +
      shape("M-10 540Q40 516 90 540T190 540T290 540T390 540T490 540T590 540T690 540T810 540V810H-10Z", SEA) +
      line("M60 600h70M180 640h50M330 590h60", 7, SKY) +
      shark,
  );
}

/** One door is inviting. The other one has a hand on its handle. */
export function twoDoors() {
  const frame = (x: number, fill: string, panel: string) =>
    box(x, 220, 220, 400, DARK_WOOD, 10) +
    box(x + 18, 238, 184, 382, fill, 6) +
    box(x + 44, 266, 132, 120, panel, 8) +
    box(x + 44, 420, 132, 160, panel, 8);
  const nice =
    frame(90, "#ffe08a", "#ffeeb8") +
    dot(272, 430, 14, SUN) +
    shape("M200 300c-14 -22 -44 -8 -34 16c6 14 22 24 34 34c12 -10 28 -20 34 -34c10 -24 -20 -38 -34 -16Z", CORAL) +
    line("M90 440C50 420 60 360 48 320M90 440C70 400 90 350 30 420", 4) +
    oval(28, 400, 24, 30, SKY) +
    oval(50, 284, 34, 42, PINK) +
    shape("M44 324h12l-6 -8Z", PINK, `stroke-width="4"`) +
    shape("M70 622H330L350 660H50Z", TEAL);
  const flames =
    shape(
      "M500 620C480 580 516 566 508 530C540 552 536 580 552 584C560 556 552 540 566 512C598 548 586 580 600 590C612 570 606 556 622 536C650 570 640 600 652 590C664 580 664 572 672 560C694 590 690 610 684 622Z",
      CORAL,
    ) +
    shape(
      "M532 622C524 600 546 590 546 572C566 588 562 604 574 606C584 596 582 584 592 572C608 592 600 606 612 608C622 602 622 596 630 588C644 604 640 614 638 622Z",
      SUN,
      FLAT,
    );
  const bad =
    frame(490, "#5b4a6e", "#463958") +
    line("M520 250l30 50l-16 30l36 40M680 260l-40 60l20 40", 6) +
    limb("M692 380C750 370 760 320 730 300C712 292 700 310 714 320", "#7d9b4e", 22) +
    flames +
    eyes(600, 320, 50, 18, -0.2, 0.6, 0.4) +
    shape("M570 352h60l-8 20l-12 -12l-10 14l-10 -14l-12 12Z", WHITE, `stroke-width="4"`);
  const visitor =
    shadow(420, 690, 90, 14) +
    limb("M396 600L388 676M440 600L452 676", NIGHT, 26) +
    line("M372 684h26M446 684h30", 18) +
    shape("M366 610C358 520 370 470 416 470C464 470 476 520 468 610Z", TEAL) +
    limb("M446 510C480 510 500 480 512 440", TEAL, 26) +
    dot(514, 432, 18, SKIN) +
    limb("M384 514C366 550 366 570 372 590", TEAL, 24) +
    head(416, 410, 0.9, { mood: "glad", look: { x: 0.9, y: 0 } });
  const sign = (x: number) => line(`M${x + 60} 60V0M${x + 260} 60V0`, 6) + box(x, 50, 320, 130, WHITE, 12);
  return scene(
    800,
    760,
    "#cfd6f2",
    shape("M0 620H800V760H0Z", PLUM, FLAT) +
      `<clipPath id="wall"><path d="M0 0H400V620H0Z"/></clipPath><g clip-path="url(#wall)">${rays(200, 420, 20, "#fff0b8", 300)}</g>` +
      line("M0 620H800") +
      nice +
      bad +
      sign(40) +
      sign(440) +
      visitor,
  );
}

/** An angel and a devil, for once of one opinion. */
export function advice() {
  const wing = (flip: number) =>
    group(
      `scale(${flip} 1)`,
      shape(
        "M30 40C80 10 100 30 96 50C90 56 84 56 78 54C82 70 70 74 60 66C58 80 44 78 34 62Z",
        WHITE,
        `stroke-width="5"`,
      ),
    );
  const angel = group(
    "translate(150 500)",
    wing(1) +
      wing(-1) +
      shape("M-44 110C-44 40 -30 26 0 26C30 26 44 40 44 110Z", WHITE) +
      oval(0, -74, 44, 12, "none", `stroke="${INK}" stroke-width="14"`) +
      oval(0, -74, 44, 12, "none", `stroke="${SUN}" stroke-width="7"`) +
      head(0, -8, 0.76, { mood: "smug", look: { x: 0.7, y: 0 }, hair: SUN, cut: "bob" }),
  );
  const devil = group(
    "translate(650 500)",
    limb("M40 100C100 110 110 60 92 30", "#d8432f", 8) +
      shape("M80 36L92 4L108 34Z", "#d8432f", `stroke-width="5"`) +
      shape("M-44 110C-44 40 -30 26 0 26C30 26 44 40 44 110Z", "#d8432f") +
      shape(
        "M-40 -40C-60 -60 -56 -86 -44 -94C-42 -76 -30 -66 -18 -58ZM40 -40C60 -60 56 -86 44 -94C42 -76 30 -66 18 -58Z",
        CREAM,
      ) +
      head(0, -8, 0.76, { mood: "smug", look: { x: -0.7, y: 0 }, skin: "#f0705c", hair: INK, cut: "bald" }) +
      line("M-20 -26l-20 -8M20 -26l20 -8", 7),
  );
  return scene(
    800,
    800,
    "#ffd98a",
    rays(400, 440, 24, "#ffe3a6", 1000) +
      bubble(20, 24, 368, 230, 150, 396) +
      bubble(412, 24, 368, 230, 650, 396) +
      shape("M30 810C40 660 150 590 300 566Q400 640 500 566C650 590 760 660 770 810Z", PLUM) +
      shape("M362 540V584Q400 622 438 584V540Z", SKIN) +
      head(400, 480, 1.4, { mood: "worried", look: { x: 0, y: -0.9 } }) +
      angel +
      devil +
      sweat(520, 420, 1.2),
  );
}

/** It starts with a finger. */
export function dominoes() {
  const pips = (x: number, y: number, s: number) =>
    dot(x - s, y - s, s * 0.36, INK, FLAT) +
    dot(x + s, y - s, s * 0.36, INK, FLAT) +
    dot(x - s, y + s, s * 0.36, INK, FLAT) +
    dot(x + s, y + s, s * 0.36, INK, FLAT);
  const stone = (x: number, w: number, h: number, color = CREAM) =>
    box(x, 480 - h, w, h, color, 8) +
    line(`M${x + 8} ${480 - h / 2}h${w - 16}`, 5) +
    pips(x + w / 2, 480 - h * 0.75, w * 0.2) +
    (h < 300 ? pips(x + w / 2, 480 - h * 0.25, w * 0.2) : "");
  const child =
    shadow(62, 484, 54, 8) +
    limb("M50 440V476M74 440V476", NIGHT, 16) +
    shape("M30 446C26 400 40 380 62 380C84 380 98 400 94 446Z", CORAL) +
    limb("M80 404C104 400 116 402 130 420", CORAL, 14) +
    dot(134, 422, 10, SKIN) +
    head(62, 338, 0.7, { mood: "glad", look: { x: 0.8, y: 0.4 }, hair: SUN });
  const victim =
    oval(748, 462, 46, 24, SLATE) +
    dot(716, 446, 24, SLATE) +
    shape("M700 432l-4 -22l18 10ZM730 430l8 -20l-20 8Z", SLATE, `stroke-width="5"`) +
    line("M704 446q6 6 12 0M718 446q6 6 12 0", 5) +
    line("M744 400h18l-18 20h18M768 366h14l-14 16h14", 6);
  return scene(
    800,
    640,
    SKY,
    rays(560, 300, 20, "#a5def8", 1000) +
      shape("M0 480H800V640H0Z", PLUM, FLAT) +
      line("M0 480H800") +
      child +
      stone(146, 24, 46) +
      stone(196, 36, 76) +
      stone(260, 52, 122) +
      stone(344, 72, 190) +
      box(430, 60, 200, 420, WHITE, 12) +
      line("M446 330h168", 6) +
      pips(530, 405, 36) +
      group("translate(-38 0)", victim),
  );
}
