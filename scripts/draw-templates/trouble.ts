// Trouble, and how to face it.
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
  scene,
  limb,
  eye,
  eyes,
  box,
  dot,
  shape,
  line,
  group,
  rays,
  sweat,
  cloud,
} from "../draw-starter/parts.ts";
import { WOOD, GRASS, FLAT, mouth, oval, lids, duck, star, penguin } from "./cast.ts";

/** Waiting, with patience and without skin. */
export function skeleton() {
  const BONE = "#fbf3df";
  const bone = (path: string, w = 16) => limb(path, BONE, w);
  const ribs = [0, 1, 2, 3]
    .map((i) => bone(`M${388 - 40 + i * 5} ${318 + i * 24}Q388 ${332 + i * 24} ${388 + 40 - i * 5} ${318 + i * 24}`, 8))
    .join("");
  const skull =
    shape(
      "M324 214C322 160 350 136 390 136C432 136 456 162 454 214C452 232 442 240 434 244V270H344V244C334 238 326 230 324 214Z",
      BONE,
    ) +
    oval(364, 208, 20, 22, INK, FLAT) +
    oval(418, 208, 20, 22, INK, FLAT) +
    dot(368, 214, 6, WHITE, FLAT) +
    dot(422, 214, 6, WHITE, FLAT) +
    shape("M391 226l-8 16h16Z", INK, FLAT) +
    line("M362 254v16M380 254v16M398 254v16M416 254v16", 4);
  const nest =
    shape("M334 146C340 172 440 172 446 146C420 130 360 130 334 146Z", "#a8763a") +
    oval(392, 116, 30, 28, CORAL) +
    eye(402, 108, 9, 0.5, 0) +
    shape("M420 112l22 6l-22 8Z", SUN, `stroke-width="4"`) +
    shape("M366 120l-26 -10l10 24Z", CORAL, `stroke-width="5"`);
  const web = line(
    "M446 150L560 60M452 200L600 190M450 170L590 120M500 106Q506 150 512 176M540 78Q556 140 566 182",
    3,
    WHITE,
  );
  const body =
    bone("M388 262V420", 14) +
    ribs +
    bone("M352 430H430", 26) +
    bone("M356 440C300 440 290 450 284 500M284 500V536", 16) +
    bone("M424 440C470 430 490 460 440 470C400 476 360 470 340 476", 16) +
    bone("M340 320C300 340 296 380 330 396", 14) +
    bone("M436 320C480 350 470 390 430 396", 14) +
    group("rotate(-8 384 398)", box(356, 366, 52, 74, INK, 8) + box(362, 374, 40, 54, "#7dffb0", 3, FLAT));
  const bench =
    box(180, 436, 440, 26, WOOD, 6) +
    box(180, 376, 440, 22, WOOD, 6) +
    box(180, 320, 440, 22, WOOD, 6) +
    line("M216 320V540M584 320V540", 16) +
    line("M216 320V540M584 320V540", 6, SLATE);
  const stop =
    line("M700 540V150", 18) +
    line("M700 540V150", 8, SLATE) +
    dot(700, 130, 54, SUN) +
    shape("M674 110h52v40h-52Z", INK, FLAT) +
    box(680, 116, 40, 18, SKY, 3, FLAT) +
    dot(684, 152, 7, INK, FLAT) +
    dot(716, 152, 7, INK, FLAT) +
    shape("M692 300C720 280 740 300 728 330C710 340 690 330 692 300Z", GRASS, `stroke-width="5"`) +
    line("M706 540C680 480 730 420 700 330", 6, "#3fae5f");
  const weeds = line(
    "M90 540q-14 -40 -30 -50M96 540q0 -50 6 -70M102 540q14 -40 30 -46M640 540q-6 -30 -20 -40M646 540q4 -30 14 -36",
    7,
    "#3fae5f",
  );
  const all =
    dot(150, 260, 100, "#ffd98a", FLAT) +
    shape("M0 400Q160 340 330 390T800 370V650H0Z", "#e08f78", FLAT) +
    shape("M0 532H800V650H0Z", SLATE, FLAT) +
    line("M0 532H800") +
    bench +
    web +
    body +
    skull +
    nest +
    stop +
    weeds;
  return scene(800, 680, "#f7b58b", group("translate(0 40)", all));
}

/** A pipe is fixed; the other pipes are another matter. */
export function fixedIt() {
  const jet = (x: number, y: number, dx: number, dy: number) =>
    limb(`M${x} ${y}q${dx * 0.5} ${dy - 60} ${dx} ${dy}`, SKY, 16) +
    dot(x + dx - 10, y + dy + 26, 9, SKY, `stroke-width="4"`) +
    dot(x + dx + 16, y + dy + 10, 7, SKY, `stroke-width="4"`);
  const pipe =
    limb("M180 180V-40", SLATE, 44) +
    limb("M-20 180H620V-40", SLATE, 50) +
    [100, 300, 500].map((x) => box(x - 16, 146, 32, 68, "#a9b0d0", 8)).join("") +
    box(150, 80, 60, 26, "#a9b0d0", 8) +
    box(586, 94, 68, 30, "#a9b0d0", 8);
  const tape = group(
    "rotate(-12 400 180)",
    box(360, 140, 84, 80, "#dfe3ee", 4) + line("M372 146l60 66M400 146l40 44M366 180l34 36", 3, SLATE),
  );
  const raccoon =
    shape("M290 680C290 440 330 380 400 380C470 380 510 440 510 680Z", CORAL) +
    line("M352 400V680M448 400V680", 16, "#b33b4a") +
    limb("M486 450C560 450 580 420 586 380", "#9aa0b8", 36) +
    dot(590, 362, 28, "#6d7399") +
    limb("M584 350V306", "#6d7399", 20) +
    shape("M316 290L304 220L358 246ZM484 290L496 220L442 246Z", "#9aa0b8") +
    oval(400, 310, 108, 86, "#9aa0b8") +
    shape(
      "M296 320C320 270 370 276 396 306C370 350 320 350 296 320ZM504 320C480 270 430 276 404 306C430 350 480 350 504 320Z",
      INK,
      FLAT,
    ) +
    eyes(400, 306, 92, 24, 0, 0.1, 0.55) +
    oval(400, 356, 42, 28, CREAM, FLAT) +
    oval(400, 342, 14, 10, INK, FLAT) +
    line("M374 362q26 24 52 0", 7) +
    shape("M312 252C330 200 470 200 488 252Z", SUN) +
    line("M300 254H500", 14);
  return scene(
    800,
    640,
    "#f2d9a8",
    [0, 1, 2, 3].map((i) => line(`M0 ${i * 120 + 60}H800`, 3, "#e2c58e")).join("") +
      jet(100, 206, -70, 110) +
      jet(240, 200, -50, 190) +
      jet(520, 206, 120, 150) +
      jet(620, 120, 110, 60) +
      jet(180, 60, -90, 60) +
      jet(40, 170, -30, 60) +
      pipe +
      tape +
      raccoon +
      shape("M-10 470Q60 446 130 470T270 470T410 470T550 470T690 470T830 470V650H-10Z", SKY, `fill-opacity="0.94"`) +
      duck(680, 430, 0.6) +
      line("M60 500h60M200 496h40M620 500h50", 6, WHITE),
  );
}

/** A fish with a dream, and a fish with experience. */
export function bait() {
  const fish = (x: number, y: number, s: number, color: string, face: string) =>
    group(
      `translate(${x} ${y}) scale(${s})`,
      shape("M-96 0L-170 -60C-150 -20 -150 20 -170 60Z", color) +
        shape("M-44 -50C-20 -126 50 -124 84 -50Z", color) +
        shape("M-104 0C-70 -84 60 -110 124 -10C128 0 128 10 120 20C60 110 -70 84 -104 0Z", color) +
        shape("M-30 20C-50 50 -20 66 6 44Z", color, `stroke-width="5"`) +
        face,
    );
  const doughnut = group(
    "translate(600 250)",
    dot(0, 0, 74, "#e0a35c") +
      shape(
        "M-66 -6C-64 -44 -30 -68 0 -68C36 -68 66 -40 66 -4C58 16 44 2 36 16C24 34 10 14 -4 26C-20 38 -30 14 -42 18C-56 24 -66 10 -66 -6Z",
        PINK,
        `stroke-width="5"`,
      ) +
      dot(0, 0, 24, "#5fb7dd") +
      line("M-40 -30l10 8M-10 -52l2 10M30 -44l-8 8M46 -14l-10 2M-46 -4l8 -4M20 -20l6 6", 7, WHITE) +
      line("M-20 -40l8 2M40 -30l2 8M-30 -14l6 6", 7, TEAL),
  );
  const hook = line("M600 -10V200", 6) + line("M600 330C600 390 680 390 676 330l-16 16", 12);
  const bubbles = [
    [130, 150, 14],
    [160, 110, 9],
    [440, 120, 12],
    [720, 460, 16],
    [60, 420, 10],
    [745, 420, 9],
  ]
    .map(([x, y, r]) => dot(x!, y!, r!, "none", `stroke="${WHITE}" stroke-width="5"`))
    .join("");
  return scene(
    800,
    640,
    "#5fb7dd",
    [80, 240, 420, 620].map((x) => shape(`M${x} 0h70l-120 640h-140Z`, "#74c4e6", FLAT)).join("") +
      shape("M0 560Q200 520 400 556T800 540V640H0Z", "#e8cf96", FLAT) +
      limb("M60 580C40 530 90 510 66 450M740 570C770 530 720 510 746 470", "#3fae7a", 12) +
      bubbles +
      hook +
      doughnut +
      [
        [520, 170],
        [690, 190],
        [676, 300],
        [508, 300],
      ]
        .map(([x, y]) => star(x!, y!, 20))
        .join("") +
      fish(
        350,
        270,
        1,
        CORAL,
        eye(62, -26, 34, 0.5, -0.1, 0.72) +
          star(72, -34, 12) +
          shape("M112 14Q92 60 60 44Q84 36 112 14Z", "#8f2f3d", `stroke-width="5"`),
      ) +
      fish(
        190,
        460,
        0.8,
        SUN,
        eye(62, -22, 26, 0.8, -0.5, 0.46) +
          shape("M36 -22a26 26 0 0 1 52 0Z", "#e0a52a", `stroke-width="5"`) +
          line("M112 26q-22 -2 -38 10", 7),
      ),
  );
}

/** The part you see, and the part that sleeps. */
export function iceberg() {
  const flag = line("M430 214V90", 10) + shape("M434 92C470 76 490 110 530 92V150C490 168 470 134 434 150Z", CORAL);
  const bird = penguin(
    350,
    160,
    0.42,
    eyes(0, -22, 56, 20, 0.6, 0.2) +
      shape("M-16 0h32l-16 22Z", "#f28c28", `stroke-width="6"`) +
      shape(
        "M-86 20C-130 0 -140 -40 -130 -60C-100 -40 -86 -10 -86 20ZM86 20C130 40 130 90 110 110C90 90 84 60 86 20Z",
        NIGHT,
      ),
  );
  return scene(
    800,
    1000,
    "#c9ecfb",
    cloud(130, 120, 0.8) +
      cloud(690, 90, 0.7) +
      shape("M0 330H800V1000H0Z", "#3d8fc9", FLAT) +
      shape("M0 620H800V1000H0Z", "#2f74ab", FLAT) +
      shape("M0 830H800V1000H0Z", "#245c8c", FLAT) +
      shape("M220 330L260 252L330 246L380 200L450 214L500 268L560 290L590 330Z", WHITE) +
      shape("M380 200L400 270L370 330M500 268L480 330", "none", `stroke="#c3dff0" stroke-width="7"`) +
      shape("M150 330H660L740 470L720 640L640 800L520 920L400 960L270 900L160 780L80 620L60 460Z", "#a9d6ef") +
      shape("M150 330H660L690 382L540 410L300 390L120 420L100 390Z", "#c9e8f7", FLAT) +
      line("M240 470q50 40 100 0M460 470q50 40 100 0", 12) +
      line("M228 440q60 -26 116 -10M572 440q-60 -26 -116 -10", 10) +
      shape("M350 560Q400 530 450 560Q444 600 400 602Q356 600 350 560Z", INK) +
      shape("M364 556l12 22l14 -26ZM436 556l-12 22l-14 -26Z", WHITE, `stroke-width="4"`) +
      shape("M446 590q14 26 0 36q-16 -10 0 -36Z", SKY, `stroke-width="5"`) +
      line("M604 404h38l-38 42h38M654 352h24l-24 26h24", 9) +
      line("M-10 330Q40 312 90 330M680 330Q740 312 810 330", 12, WHITE) +
      bird +
      flag,
  );
}

/** The mouse outweighs the elephant. */
export function scales() {
  const plate = (x: number, y: number) =>
    shape(
      `M${x - 130} ${y}H${x + 130}C${x + 110} ${y + 50} ${x + 60} ${y + 60} ${x} ${y + 60}C${x - 60} ${y + 60} ${x - 110} ${y + 50} ${x - 130} ${y}Z`,
      SUN,
    );
  const GREY = "#a9b0d0";
  const elephant = group(
    "translate(190 250)",
    limb("M-50 40V66M50 40V66M-14 44V66", GREY, 34) +
      oval(0, 10, 96, 66, GREY) +
      limb("M96 -10C130 0 136 40 126 60", GREY, 6) +
      oval(-60, -40, 62, 58, GREY) +
      shape("M-30 -80C20 -100 40 -40 0 -6C-20 0 -34 -20 -34 -50Z", "#8d95bb") +
      limb("M-100 -20C-134 0 -140 40 -120 60", GREY, 26) +
      eye(-82, -52, 17, 0.6, 0.8, 0.38) +
      mouth("shocked", -66, -4, 34) +
      sweat(-10, -104, 0.8),
  );
  const mouse = group(
    "translate(610 500)",
    limb("M50 30C90 30 110 60 92 92C84 106 100 112 108 104", PINK, 6) +
      oval(0, 0, 60, 44, CREAM) +
      dot(-20, -44, 30, CREAM) +
      dot(36, -40, 30, CREAM) +
      dot(-20, -44, 16, PINK, FLAT) +
      dot(36, -40, 16, PINK, FLAT) +
      oval(6, -14, 46, 38, CREAM) +
      eyes(2, -20, 34, 12, -0.8, -0.6, 0.55) +
      lids(2, -20, 34, 12, CREAM) +
      dot(2, -2, 7, PINK, `stroke-width="4"`) +
      mouth("smug", 4, 8, 24),
  );
  return scene(
    800,
    800,
    "#ffe3a6",
    rays(400, 160, 20, "#ffecc0", 1000) +
      shape("M0 700H800V800H0Z", CORAL, FLAT) +
      line("M0 700H800") +
      line("M400 120V690", 30) +
      line("M400 120V690", 16, PLUM) +
      shape("M300 702C310 660 360 650 400 650C440 650 490 660 500 702Z", PLUM) +
      line("M190 110L610 250", 28) +
      line("M190 110L610 250", 14, PLUM) +
      dot(400, 180, 26, SUN) +
      line("M190 110L70 320M190 110L310 320M610 250L490 540M610 250L730 540", 5) +
      elephant +
      plate(190, 320) +
      mouse +
      plate(610, 540),
  );
}
