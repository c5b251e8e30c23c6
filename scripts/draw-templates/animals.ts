// Animals that know what they are doing.
import {
  BROWN,
  CORAL,
  CREAM,
  INK,
  MINT,
  NIGHT,
  PINK,
  PLUM,
  SKY,
  SLATE,
  SUN,
  TEAL,
  WHITE,
  box,
  dot,
  eye,
  eyes,
  group,
  limb,
  line,
  rays,
  scene,
  shadow,
  shape,
} from "../draw-starter/parts.ts";
import { DARK_GINGER, DARK_WOOD, FLAT, GINGER, GRASS, WOOD, brows, goose, head, lids, mouth, oval } from "./cast.ts";

const catHead = (x: number, y: number, face: string) =>
  group(
    `translate(${x} ${y})`,
    shape("M-92 -30L-98 -118L-36 -74Z", GINGER) +
      shape("M92 -30L98 -118L36 -74Z", GINGER) +
      shape("M-78 -58L-80 -92L-54 -74Z", PINK, FLAT) +
      shape("M78 -58L80 -92L54 -74Z", PINK, FLAT) +
      oval(0, 0, 108, 90, GINGER) +
      line("M-26 -80v24M0 -84v34M26 -80v24", 10, DARK_GINGER) +
      oval(0, 44, 56, 34, CREAM, FLAT) +
      line("M-88 20L-140 6M-88 38L-142 40M88 20L140 6M88 38L142 40", 4) +
      face +
      shape("M-13 20H13L0 36Z", PINK, `stroke-width="4"`),
  );

/** A cat looks you in the eye and pushes a mug off the table. */
export function eyeContact() {
  const cat =
    limb("M292 424C180 440 150 350 196 308", GINGER, 36) +
    shape("M268 440C250 344 300 270 380 270C462 270 506 344 494 440Z", GINGER) +
    shape("M322 440C318 380 340 344 380 344C420 344 442 380 438 440Z", CREAM, FLAT) +
    shape("M318 440a30 26 0 0 1 60 0ZM384 440a30 26 0 0 1 60 0Z", GINGER) +
    catHead(
      386,
      224,
      eyes(0, -16, 94, 31, 0, 0.1, 0.6) + lids(0, -16, 94, 31, GINGER) + line("M-16 50q8 12 16 0q8 12 16 0", 6),
    ) +
    limb("M448 352C520 330 552 362 590 380", GINGER, 42) +
    oval(600, 386, 32, 28, GINGER) +
    line("M612 372q10 4 12 14M596 370q12 2 16 10", 4);
  const mug = group(
    "translate(676 392) rotate(32)",
    shape("M42 -22C92 -34 92 34 42 20", "none", `stroke-width="26"`) +
      `<path d="M42 -22C92 -34 92 34 42 20" fill="none" stroke="${CORAL}" stroke-width="14"/>` +
      box(-44, -54, 88, 104, CORAL, 14) +
      shape("M-44 -44C-20 -70 24 -72 44 -44Z", BROWN) +
      dot(0, 0, 20, WHITE, FLAT) +
      eyes(0, -4, 20, 8, 0.4, -0.6),
  );
  const drops = shape(
    "M730 312q16 18 2 30q-18 -10 -2 -30ZM764 346q14 18 0 26q-16 -10 0 -26ZM752 276q12 14 0 22q-12 -8 0 -22Z",
    BROWN,
    `stroke-width="4"`,
  );
  return scene(
    800,
    600,
    "#ffd3df",
    rays(386, 240, 22, "#ffdfe8") +
      shape("M-10 440H622V610H-10Z", WOOD) +
      shape("M-10 440H640V472H-10Z", "#e0a35c") +
      shape("M622 560H810V610H622Z", PLUM) +
      line("M560 404q-16 -8 -18 -20M640 440l10 14M612 436l-6 16", 6) +
      shadow(380, 452, 140, 10) +
      cat +
      mug +
      drops,
  );
}

const ORANGE = "#f28c28";
const beak = shape("M26 -14C60 -12 78 0 78 8C66 22 40 22 22 18Z", ORANGE);
const gooseHead = (face: string) => oval(0, 0, 40, 34, WHITE) + beak + face;

/** Above, a goose will have none of it; below, it has found what it wants. */
export function gooseChoice() {
  const no = goose(
    170,
    376,
    1,
    "M60 -150C110 -200 96 -240 70 -280",
    [56, -290],
    group("scale(-1 1)", gooseHead(eye(4, -8, 11, -0.6, -0.4, 0.5) + line("M-8 -22h26", 9))),
  );
  const wing = shape(
    "M120 250C170 220 230 190 300 130C318 130 312 152 298 160C320 158 318 182 298 184C314 190 308 208 286 206C250 262 190 310 130 300Z",
    WHITE,
  );
  const yes = goose(
    150,
    776,
    1,
    "M60 -150C120 -180 130 -240 128 -290",
    [134, -304],
    gooseHead(eye(4, -8, 13, 0.7, 0.2, 0.6)) +
      shape("M60 8C90 4 112 30 96 50C70 56 50 40 48 26Z", "#e0a35c") +
      line("M70 22l8 10M84 26l4 8", 5, WOOD),
  );
  const joy = line("M208 424l20 16M186 462l28 6M248 410l10 20", 9, SUN);
  return scene(
    800,
    800,
    CREAM,
    shape("M0 0H400V400H0Z", "#f4887a", FLAT) +
      shape("M0 400H400V800H0Z", SKY, FLAT) +
      shape("M0 370H400V400H0Z", "#d9695d", FLAT) +
      shape("M0 770H400V800H0Z", GRASS, FLAT) +
      no +
      wing +
      line("M316 108l18 -18M332 140l26 -6M296 92l6 -26", 8) +
      yes +
      shape("M90 640C120 600 180 600 210 630C180 690 110 690 90 640Z", WHITE) +
      joy +
      line("M400 0V800M0 400H800", 10),
  );
}

/** A duck with a cause, a sign and followers. */
export function protestDuck() {
  const angry = (x: number, y: number, s: number) =>
    group(
      `translate(${x} ${y}) scale(${s})`,
      oval(0, 90, 104, 82, SUN) +
        shape("M-100 80C-140 60 -150 20 -140 -6C-116 20 -90 40 -70 60Z", SUN) +
        shape("M100 80C140 60 150 20 140 -6C116 20 90 40 70 60Z", SUN) +
        oval(0, 0, 78, 72, SUN) +
        shape("M-10 -70C-18 -96 4 -104 6 -84C16 -100 30 -86 14 -68Z", SUN) +
        eyes(0, -14, 60, 22, 0, 0.1, 0.5) +
        brows(0, -44, 64, 12, 44) +
        shape("M-40 20C-20 4 20 4 40 20C24 36 16 30 0 30C-16 30 -24 36 -40 20Z", CORAL) +
        shape("M-22 36Q0 62 22 36Q0 28 -22 36Z", "#b33b4a"),
    );
  const chick = (x: number, y: number, turn: number) =>
    line(`M${x} ${y}l${turn} -70`, 14) +
    line(`M${x} ${y}l${turn} -70`, 6, WOOD) +
    group(`rotate(${turn / 2} ${x + turn} ${y - 90})`, box(x + turn - 38, y - 120, 76, 52, WHITE, 4)) +
    line(`M${x + turn - 24} ${y - 104}h44M${x + turn - 24} ${y - 88}h30`, 5, SLATE) +
    oval(x, y + 30, 40, 38, SUN) +
    eyes(x, y + 20, 26, 10, 0, -0.4) +
    shape(`M${x - 12} ${y + 36}h24l-12 12Z`, CORAL, `stroke-width="4"`);
  return scene(
    800,
    900,
    SKY,
    rays(400, 640, 24, "#a5def8", 1000) +
      shape("M0 800H800V900H0Z", SLATE, FLAT) +
      line("M0 800H800") +
      line("M0 862H90M170 862H300M380 862H510M590 862H720", 8, WHITE) +
      line("M520 700L470 430", 30) +
      line("M520 700L470 430", 18, WOOD) +
      group(
        "rotate(-3 400 260)",
        box(70, 50, 660, 420, WHITE, 14) + line("M110 84h0.1M690 84h0.1M110 436h0.1M690 436h0.1", 16, SLATE),
      ) +
      shadow(390, 836, 180, 20) +
      angry(390, 640, 1.15) +
      oval(532, 640, 34, 30, SUN) +
      chick(110, 772, -12) +
      chick(690, 772, 14) +
      chick(222, 800, -6),
  );
}

/** Who walks whom? */
export function dogWalk() {
  const FUR = "#b9855a";
  const dog =
    shadow(560, 486, 200, 16) +
    limb("M480 420C450 460 440 470 420 480M520 430C500 470 510 480 490 486", FUR, 34) +
    limb("M650 420C690 450 710 450 730 470M620 430C640 470 650 470 670 484", FUR, 34) +
    limb("M430 330C380 300 380 250 400 230", FUR, 28) +
    shape(
      "M420 400C410 320 460 290 560 300C620 300 690 300 690 360C690 430 640 452 560 446C480 450 426 450 420 400Z",
      FUR,
    ) +
    shape(
      "M632 330C610 240 640 190 700 190C740 190 760 214 764 240C800 250 806 290 770 300C750 330 690 350 632 330Z",
      FUR,
    ) +
    shape("M660 210C620 180 590 220 604 280C630 290 656 260 672 236Z", DARK_WOOD) +
    oval(790, 254, 18, 14, INK, FLAT) +
    eye(716, 230, 18, 0.7, -0.1, 0.5) +
    shape("M706 300C730 300 752 300 768 296C770 350 730 356 724 312Z", CORAL) +
    line("M632 318q20 26 40 26", 16, CORAL);
  const owner = group(
    "translate(170 280) rotate(12)",
    limb("M-70 30C-110 20 -120 40 -150 20M-70 10C-120 0 -130 -10 -156 -20", NIGHT, 24) +
      shape("M-84 46C-90 0 -80 -30 -20 -26C30 -22 40 0 36 30C20 56 -60 60 -84 46Z", TEAL) +
      limb("M20 0C60 -10 80 4 110 8", TEAL, 22) +
      dot(118, 10, 15, "#f3b98b") +
      head(54, -50, 0.78, { mood: "shocked", look: { x: 0.8, y: 0.2 } }),
  );
  const puff = (x: number, y: number, s: number) =>
    group(
      `translate(${x} ${y}) scale(${s})`,
      shape("M-70 30a32 32 0 0 1 4 -62a46 46 0 0 1 84 -14a36 36 0 0 1 48 34a22 22 0 0 1 6 42Z", "#fff7e6", FLAT),
    );
  return scene(
    800,
    600,
    "#c9ecfb",
    shape("M0 420Q200 350 420 410T800 390V600H0Z", MINT, FLAT) +
      shape("M0 476H800V600H0Z", GRASS, FLAT) +
      line("M0 476H800") +
      puff(380, 470, 0.5) +
      puff(300, 486, 0.35) +
      puff(440, 492, 0.4) +
      line("M20 250h70M4 300h60M30 350h50", 8, WHITE) +
      line("M286 314C400 290 480 340 620 336", 7, CORAL) +
      group("translate(-30 0)", dog) +
      owner,
  );
}

/** First place is bored; third place has the time of its life. */
export function podium() {
  const winner = catHead(
    400,
    250,
    eyes(0, -16, 94, 28, 0.8, 0, 0.5) + lids(0, -16, 94, 28, GINGER) + mouth("flat", 0, 52, 40),
  );
  const second = group(
    "translate(150 372)",
    oval(0, 30, 66, 72, SLATE) +
      shape("M-46 -20C-84 -110 -50 -150 -14 -40ZM46 -20C84 -110 50 -150 14 -40Z", SLATE) +
      shape("M-40 -44C-60 -100 -46 -110 -26 -50ZM40 -44C60 -100 46 -110 26 -50Z", PINK, FLAT) +
      oval(0, 0, 58, 50, SLATE) +
      eyes(0, -8, 46, 17, 0.9, -0.5, 0.48) +
      dot(0, 14, 7, PINK, `stroke-width="4"`) +
      line("M-12 30q12 -8 24 0", 6),
  );
  const third = group(
    "translate(650 420)",
    shape("M-90 60C-100 30 -90 -20 -60 -20C-36 -20 -30 10 -24 24H70C92 24 92 60 70 60Z", "#c7d86b") +
      dot(24, 6, 58, CORAL) +
      line("M24 6C40 -8 52 14 36 30C12 46 -18 22 -4 -6C14 -40 66 -30 66 10", 7) +
      line("M-74 -18L-92 -64M-50 -18L-44 -66", 9) +
      eye(-94, -72, 19, 0.2, -0.3) +
      eye(-42, -74, 19, 0.2, -0.3) +
      mouth("grin", -62, 14, 40) +
      group(
        "translate(-66 -92) rotate(-8)",
        shape("M-26 0L0 -74L26 0Z", TEAL) + dot(0, -76, 10, SUN) + line("M-16 -24l28 -8M-22 -6l40 -8", 6, WHITE),
      ),
  );
  const confetti = (
    [
      [520, 250, CORAL],
      [590, 200, SUN],
      [660, 236, TEAL],
      [730, 210, PLUM],
      [770, 290, CORAL],
      [560, 310, PINK],
      [700, 290, SUN],
      [620, 150, PLUM],
      [760, 150, TEAL],
      [540, 170, SUN],
    ] as const
  )
    .map(([x, y, color], i) =>
      group(`rotate(${i * 37} ${x} ${y})`, box(x - 8, y - 5, 18, 11, color, 2, `stroke-width="3"`)),
    )
    .join("");
  return scene(
    800,
    800,
    NIGHT,
    rays(400, 300, 20, "#453980", 1000) +
      shape("M0 744H800V800H0Z", "#2a2252", FLAT) +
      line("M0 744H800") +
      confetti +
      box(290, 352, 220, 400, SUN, 8) +
      box(40, 470, 250, 282, "#d5dbe8", 8) +
      box(510, 480, 250, 272, "#e0a35c", 8) +
      shape("M316 352C310 330 330 318 400 318C470 318 490 330 484 352Z", GINGER) +
      winner +
      line("M346 330l54 56l54 -56", 22) +
      line("M346 330l54 56l54 -56", 11, CORAL) +
      dot(400, 398, 30, "#ffe08a") +
      line("M390 390l12 -8v32", 6) +
      second +
      third,
  );
}
