// Things with feelings.
import {
  INK,
  CREAM,
  CORAL,
  SUN,
  SKY,
  PLUM,
  NIGHT,
  MINT,
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
  shadow,
  rays,
  sweat,
} from "../draw-starter/parts.ts";
import { WOOD, FLAT, mouth, oval, lids, star } from "./cast.ts";

const SPUD = "#d9a866";

const potato = (x: number, y: number, size: number, face: string, skin = SPUD) =>
  group(
    `translate(${x} ${y}) scale(${size})`,
    shape(
      "M-70 -40C-66 -96 -16 -112 28 -98C78 -84 92 -30 84 22C78 76 40 96 -10 94C-66 92 -90 60 -84 16C-82 -4 -72 -20 -70 -40Z",
      skin,
    ) +
      line("M-56 46q8 4 12 0M46 62q8 2 10 -4M54 -58q8 2 10 -4", 5, "#a8763a") +
      face,
  );

/** A potato becomes more and more distinguished. */
export function potatoes() {
  const face = (look: string, smile: string) => look + smile;
  const plain = potato(
    150,
    134,
    0.95,
    face(eyes(0, -14, 64, 20, 0.6, 0.2) + lids(0, -14, 64, 20, SPUD), mouth("flat", 2, 32, 30)),
  );
  const hat = group(
    "translate(150 312) rotate(-6)",
    shape("M-92 34L0 -46L92 34Q0 10 -92 34Z", WHITE) + line("M0 -46V14M-44 12L0 -46L44 12", 4, SLATE),
  );
  const paper = potato(150, 396, 0.92, face(eyes(0, -6, 64, 20, 0.5, 0), mouth("glad", 2, 34, 44)));
  const gentleman = potato(
    150,
    660,
    0.86,
    eyes(0, -12, 66, 21, 0.6, -0.1) +
      line("M-56 -44q20 -14 40 -4", 7) +
      dot(33, -12, 33, "none", `stroke="${SUN}" stroke-width="7"`) +
      line("M62 2C76 30 70 60 60 86", 4, SUN) +
      shape(
        "M0 32C14 16 36 22 42 34C52 40 62 34 66 24C68 52 30 58 0 40C-30 58 -68 52 -66 24C-62 34 -52 40 -42 34C-36 22 -14 16 0 32Z",
        INK,
        FLAT,
      ),
  );
  const top = group(
    "translate(150 580) rotate(4) scale(0.9)",
    shape("M-58 -62H58L52 6H-52Z", NIGHT) + shape("M-54 -22H54L52 6H-52Z", CORAL, FLAT) + oval(0, 8, 92, 15, NIGHT),
  );
  const cosmos =
    rays(150, 890, 18, "#5a48a8", 260) +
    [
      [40, 790, 14],
      [266, 800, 18],
      [30, 950, 12],
      [278, 930, 12],
      [58, 860, 8],
      [240, 970, 9],
    ]
      .map(([x, y, r]) => star(x!, y!, r!))
      .join("") +
    dot(150, 900, 108, "#ffe9a8", `stroke="none" fill-opacity="0.5"`) +
    potato(
      150,
      906,
      0.84,
      [-34, 34]
        .map(
          (x) =>
            dot(x, 0, 22, "#fffbe0") +
            dot(x, 0, 10, WHITE, FLAT) +
            line(`M${x} -34V34M${x - 40} 0H${x + 40}`, 4, "#fffbe0"),
        )
        .join("") +
        eye(0, -52, 20, 0, -0.2, 0.5) +
        mouth("glad", 2, 44, 30),
      "#f7d774",
    ) +
    shape("M96 822L90 780L124 798L150 766L176 798L210 780L204 822Q150 810 96 822Z", SUN) +
    dot(150, 800, 7, CORAL, `stroke-width="4"`);
  const rows = [MINT, SKY, PLUM, NIGHT]
    .map((color, i) => shape(`M0 ${i * 250}H300V${i * 250 + 250}H0Z`, color, FLAT))
    .join("");
  return scene(
    800,
    1000,
    CREAM,
    `<clipPath id="left"><path d="M0 0H300V1000H0Z"/></clipPath><clipPath id="last"><path d="M0 750H300V1000H0Z"/></clipPath>` +
      rows +
      shadow(150, 228, 80, 10) +
      plain +
      shadow(150, 484, 80, 10) +
      paper +
      hat +
      shadow(150, 738, 80, 10) +
      gentleman +
      top +
      `<g clip-path="url(#last)">${cosmos}</g>` +
      line("M300 0V1000M0 250H800M0 500H800M0 750H800", 10),
  );
}

const TOAST = "M-66 92V-10C-104 -24 -98 -96 -42 -96H42C98 -96 104 -24 66 -10V92Z";
const CRUMB = "M-50 92V-22C-78 -30 -78 -80 -38 -80H38C78 -80 78 -30 50 -22V92Z";

/** Two slices of toast in a toaster. One of them calls it a spa. */
export function toastSpa() {
  const slice = (x: number, y: number, crust: string, crumb: string, face: string) =>
    group(`translate(${x} ${y})`, shape(TOAST, crust) + shape(CRUMB, crumb, FLAT) + face);
  const shades =
    shape("M-54 -36H54V-26C54 0 14 4 8 -20H-8C-14 4 -54 0 -54 -26Z", INK) +
    line("M-40 -26l14 12M22 -26l14 12", 5, WHITE);
  const relaxed = slice(290, 250, "#c9873c", "#f4cf94", shades + mouth("smug", 2, 22, 40));
  const burnt = slice(
    500,
    258,
    "#6d4326",
    "#a06a38",
    eyes(0, -28, 56, 21, -0.9, 0, 0.36) +
      mouth("worried", 0, 24, 48) +
      line("M-44 -56q14 -12 28 -8M44 -56q-14 -12 -28 -8", 6),
  );
  const drink =
    limb("M236 300C190 300 176 270 176 240", "#c9873c", 12) +
    shape("M140 158H212L176 208Z", PINK) +
    line("M176 208V250M156 250H196", 7) +
    line("M186 158L206 118", 6, CORAL) +
    dot(150, 152, 14, SUN, `stroke-width="4"`);
  const steam = [330, 400, 470, 556]
    .map((x, i) => line(`M${x} ${150 - (i % 2) * 20}q-20 -18 0 -34t0 -34`, 7, WHITE))
    .join("");
  const toaster =
    shadow(400, 476, 270, 18) +
    box(180, 318, 440, 148, SLATE, 46) +
    shape("M214 330Q400 312 586 330", "none", `stroke="#c6cbe4" stroke-width="10"`) +
    line("M660 340V430", 12) +
    box(606, 396, 64, 26, CORAL, 10) +
    dot(260, 416, 20, CREAM) +
    line("M260 416l8 -10", 5) +
    line("M330 400H540M330 430H540", 6, "#6d7399");
  const tiles = [0, 1, 2, 3, 4].map((i) => line(`M0 ${i * 100 + 60}H800M${i * 180 + 40} 0V470`, 3, "#8fdccb")).join("");
  return scene(
    800,
    600,
    "#a6e8da",
    tiles +
      shape("M0 456H800V600H0Z", WOOD, FLAT) +
      line("M0 456H800") +
      oval(400, 320, 250, 60, "#ffb35c", `stroke="none" fill-opacity="0.8"`) +
      steam +
      relaxed +
      burnt +
      drink +
      sweat(594, 196, 1.1) +
      sweat(420, 206, 0.9) +
      toaster,
  );
}

/** Pride, and what comes after it. */
export function snowman() {
  const ball = (x: number, y: number, r: number) => dot(x, y, r, WHITE);
  const proud =
    shadow(200, 482, 120, 14) +
    line("M120 300L40 250M62 264l-26 4M62 262l-4 -26M280 300L350 240M332 256l30 0M334 254l2 -26", 10, "#6b4632") +
    ball(200, 400, 88) +
    ball(200, 276, 66) +
    ball(200, 178, 52) +
    shape("M168 122H232V62H168Z", INK) +
    line("M142 126H258", 14) +
    shape("M168 104H232V122H168Z", CORAL, FLAT) +
    eyes(200, 168, 42, 12, 0.2, -0.4, 0.6) +
    shape("M200 184L262 192L200 204Z", "#f28c28") +
    line("M172 206q26 24 52 4", 6) +
    limb("M152 226C180 246 220 246 248 226M236 236l12 50", CORAL, 18) +
    [300, 370, 410].map((y) => dot(200, y, 7, INK, FLAT)).join("");
  const gone =
    shape(
      "M430 470C450 430 520 440 560 430C620 420 700 430 740 456C780 480 740 500 680 498C620 506 560 500 500 502C440 500 420 490 430 470Z",
      "#bfe6fa",
    ) +
    group(
      "translate(560 398) rotate(-14)",
      shape("M-32 34H32V-26H-32Z", INK) + line("M-58 38H58", 14) + shape("M-32 14H32V32H-32Z", CORAL, FLAT),
    ) +
    eye(640, 446, 14, -0.4, -0.8, 0.6) +
    eye(686, 452, 14, -0.9, -0.8, 0.6) +
    shape("M640 474L702 482L640 492Z", "#f28c28") +
    line("M470 478L420 440M440 456l-24 4M748 476l30 -50M766 446l24 -4", 10, "#6b4632") +
    [600, 520].map((x) => dot(x, 480, 7, INK, FLAT)).join("");
  const sun =
    rays(720, 60, 16, "#ffd76b", 180) +
    dot(720, 60, 84, SUN) +
    eyes(704, 72, 46, 15, -0.6, 0.7) +
    mouth("glad", 704, 102, 44);
  const flakes = [
    [60, 60],
    [130, 40],
    [320, 80],
    [290, 36],
    [350, 170],
    [50, 160],
    [96, 200],
  ]
    .map(([x, y]) => dot(x!, y!, 8, WHITE, FLAT))
    .join("");
  return scene(
    800,
    620,
    "#7fc4ea",
    `<clipPath id="right"><path d="M400 0H800V620H400Z"/></clipPath>` +
      flakes +
      shape("M0 440Q200 400 400 450V520H0Z", "#eaf7ff", FLAT) +
      proud +
      `<g clip-path="url(#right)">${shape("M400 0H800V620H400Z", "#ffe3a6", FLAT)}${sun}${shape("M400 360Q600 330 800 370V520H400Z", "#8fd694", FLAT)}${group("translate(-62 -88) scale(1.1)", gone)}</g>` +
      shape("M0 500H800V620H0Z", CREAM, FLAT) +
      line("M0 500H800M400 0V620", 10),
  );
}
