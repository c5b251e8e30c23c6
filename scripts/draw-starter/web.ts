// The wider internet.
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
  SKIN,
  scene,
  words,
  print,
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
} from "./parts.ts";

const GREEN = "#49b86e";
const FUR = "#8a5a3c";

const tab = (x: number, y: number, turn: number, color: string, title: string) =>
  group(
    `translate(${x} ${y}) rotate(${turn})`,
    shape(
      "M-92 30Q-76 30 -74 12L-70 -12Q-66 -28 -50 -28H50Q66 -28 70 -12L74 12Q76 30 92 30Z",
      color,
      `stroke-width="5"`,
    ) +
      print(-58, 10, 28, title, { anchor: "start" }) +
      line("M44 -8l12 12M56 -8l-12 12", 4),
  );

export function tabHoard() {
  const far =
    tab(70, 452, -12, SKY, "") +
    tab(190, 424, 6, PINK, "") +
    tab(320, 414, -4, MINT, "") +
    tab(450, 410, 5, SKY, "") +
    tab(580, 418, -5, PINK, "") +
    tab(700, 436, 10, SUN, "") +
    tab(770, 470, -8, CORAL, "");
  const near =
    tab(30, 486, 8, MINT, "") +
    tab(140, 462, -8, SUN, "lamps") +
    tab(262, 452, 5, CORAL, "red lamp") +
    tab(386, 448, -5, MINT, "later") +
    tab(514, 450, 6, SUN, "soup") +
    tab(640, 466, -6, SKY, "later 2") +
    tab(762, 496, 9, PINK, "") +
    tab(84, 510, -5, PINK, "later 3") +
    tab(216, 500, 7, SKY, "soup??") +
    tab(344, 502, -6, SUN, "too many") +
    tab(462, 500, 5, CORAL, "lamps 2") +
    tab(590, 506, -4, MINT, "later 4") +
    tab(712, 520, 5, SUN, "free ram");
  const spikes = (
    [
      [300, 236],
      [352, 204],
      [412, 190],
      [472, 196],
      [530, 220],
    ] as const
  )
    .map(([x, y]) => shape(`M${x - 26} ${y + 26}L${x - 4} ${y - 34}L${x + 24} ${y + 18}Z`, CORAL))
    .join("");
  const dragon =
    limb("M600 390C740 400 760 320 716 250", GREEN, 44) +
    shape("M664 268L690 172L762 226Z", CORAL) +
    spikes +
    shape("M230 420C220 280 320 200 430 200C560 200 640 280 640 420Z", GREEN) +
    shape(
      "M410 330C400 240 450 170 540 140C536 170 552 190 586 196C566 214 570 236 590 254C556 254 540 270 536 300C510 290 484 300 474 336Q440 360 410 330Z",
      "#2f9a58",
    ) +
    shape("M470 420C470 370 500 350 540 350C580 350 606 372 606 420Z", GREEN) +
    shape("M232 262L206 190L276 240Z", CREAM) +
    shape("M160 262L150 186L216 244Z", CREAM) +
    shape(
      "M96 372C60 372 44 346 52 318C60 292 90 284 116 286C128 250 170 228 220 232C284 236 324 280 322 332C320 380 284 410 220 408C170 408 130 404 96 372Z",
      GREEN,
    ) +
    eye(204, 296, 36, -0.4, 0.3, 0.5) +
    shape("M168 296a36 36 0 0 1 72 0Z", "#2f9a58") +
    dot(84, 318, 6, INK, `stroke="none"`) +
    dot(106, 306, 6, INK, `stroke="none"`) +
    line("M78 358C130 376 190 372 232 350", 7) +
    shape("M110 366l8 20l12 -16ZM160 370l8 20l12 -18Z", WHITE, `stroke-width="4"`) +
    shape("M264 326a18 12 0 1 0 1 0Z", PINK, `stroke="none"`);
  const smoke = cloud(70, 262, 0.28, "#e9e2ff") + cloud(48, 222, 0.4, "#e9e2ff") + cloud(80, 168, 0.55, "#e9e2ff");
  return scene(
    800,
    600,
    PLUM,
    rays(400, 340, 22, "#7a5db0") +
      shape("M-10 470Q400 380 810 470V610H-10Z", NIGHT, `stroke="none"`) +
      far +
      dragon +
      near +
      smoke +
      words(400, 94, 92, "close a few tabs?") +
      words(400, 588, 70, "I am still using all 417"),
  );
}

export function bouncer() {
  const sign =
    box(62, 124, 266, 104, INK, 20) +
    box(76, 138, 238, 76, "none", 14, `style="stroke:${CORAL}"`) +
    words(195, 201, 68, "log in", { fill: PINK, edge: 0 });
  const door =
    box(86, 236, 218, 420, "#2a2252", 10) +
    box(106, 256, 178, 400, CORAL, 6) +
    box(126, 280, 138, 130, "#ff8d7f", 8, `stroke-width="4"`) +
    box(126, 440, 138, 170, "#ff8d7f", 8, `stroke-width="4"`) +
    dot(256, 426, 10, SUN);
  const rope =
    limb("M64 656V520M330 656V520", SUN, 10) +
    dot(64, 512, 14, SUN) +
    dot(330, 512, 14, SUN) +
    limb("M64 540Q196 640 330 540", "#c2332f", 14);
  const bear =
    shadow(520, 664, 190) +
    limb("M460 590V640M580 590V640", "#4f3a80", 52) +
    shape("M360 620C350 460 400 372 520 372C640 372 690 460 680 620Z", PLUM) +
    shape("M480 380L520 470L560 380Z", WHITE) +
    shape("M508 396h24l8 20l-20 46l-20 -46Z", CORAL, `stroke-width="4"`) +
    dot(438, 232, 36, FUR) +
    dot(602, 232, 36, FUR) +
    dot(438, 232, 17, PINK, `stroke="none"`) +
    dot(602, 232, 17, PINK, `stroke="none"`) +
    `<ellipse cx="520" cy="304" rx="112" ry="102" fill="${FUR}"/><ellipse cx="520" cy="346" rx="58" ry="46" fill="#d9a679"/>` +
    shape("M498 322h44l-22 24Z", INK) +
    line("M490 374q30 -18 60 0", 7) +
    shape("M420 262H620L612 300Q604 318 570 316Q546 316 532 284H508Q494 316 470 316Q436 318 428 300Z", INK) +
    line("M446 276l14 20M560 276l14 20", 6, SLATE) +
    limb("M392 470C380 540 430 556 500 540", "#8468bd", 56) +
    limb("M648 470C664 540 600 560 540 536", "#8468bd", 56) +
    dot(516, 540, 30, FUR) +
    line("M420 316C392 340 402 360 390 400", 5, CREAM) +
    dot(418, 310, 9, CREAM, `stroke-width="4"`);
  const guest =
    shadow(720, 664, 60) +
    limb("M706 600V650M736 600V650", PLUM, 20) +
    shape("M680 616C678 560 692 532 720 532C748 532 762 560 760 616Z", SUN) +
    `<ellipse cx="720" cy="496" rx="40" ry="40" fill="${SKIN}"/>` +
    shape("M680 496C674 444 704 440 724 446C752 440 768 468 758 496C744 476 712 470 696 476Q692 490 680 496Z", INK) +
    eyes(710, 496, 32, 12, -0.8, -0.8, 0.45) +
    `<ellipse cx="708" cy="520" rx="7" ry="6" fill="${INK}" stroke="none"/>`;
  return scene(
    800,
    800,
    NIGHT,
    `<circle cx="195" cy="174" r="180" fill="#5a3f86" stroke="none"/><circle cx="520" cy="400" r="250" fill="#483b85" stroke="none"/>` +
      shape("M0 650H800V800H0Z", "#2a2252", `stroke="none"`) +
      line("M0 650H800") +
      door +
      sign +
      rope +
      bear +
      guest +
      bubble(636, 352, 152, 64, 722, 446) +
      print(712, 399, 42, "fluffy1?") +
      words(400, 90, 74, "your password needs a rune") +
      words(400, 770, 100, "and a plot twist"),
  );
}

const letter = (x: number, y: number, s: number, turn: number, color = WHITE) =>
  group(
    `translate(${x} ${y}) rotate(${turn}) scale(${s})`,
    box(-46, -30, 92, 60, color, 6) + line("M-44 -26L0 8L44 -26", 6),
  );

export function replyAll() {
  const slope =
    shape("M-10 130C200 170 420 420 910 500V610H-10Z", "#e8f6ff") +
    line("M60 300Q160 360 240 440M300 440Q400 500 470 520", 8, "#c9e4f5");
  const peaks =
    shape("M430 420L640 150L910 470Z", "#7fb2dd", `stroke="none"`) +
    shape("M640 150L580 228L616 214L644 240L672 214L704 226Z", WHITE, `stroke="none"`) +
    shape("M650 440L800 250L960 480Z", "#6a9fd0", `stroke="none"`);
  const ball =
    dot(300, 300, 150, "#d5ebf8") +
    letter(300, 190, 1, 8) +
    letter(190, 210, 0.9, -50, CORAL) +
    letter(408, 232, 0.9, 50) +
    letter(180, 380, 1, 60) +
    letter(290, 430, 0.9, 4, CORAL) +
    letter(400, 400, 0.9, -40) +
    letter(230, 230, 1.1, -20) +
    letter(330, 210, 1.2, 14, SUN) +
    letter(390, 300, 1.15, 70) +
    letter(214, 330, 1.2, 40, PINK) +
    letter(300, 310, 1.4, -6) +
    letter(330, 396, 1.1, 20, SKY) +
    letter(240, 410, 0.9, -30) +
    letter(160, 270, 0.9, 80, SKY) +
    letter(420, 380, 0.8, -10, PINK);
  const strays =
    letter(500, 180, 0.7, 24, SUN) +
    letter(470, 250, 0.5, -30) +
    letter(110, 160, 0.7, -24) +
    letter(540, 290, 0.55, 50, PINK) +
    letter(90, 330, 0.8, 12, CORAL) +
    letter(180, 470, 0.8, -14) +
    letter(470, 450, 0.6, 30, WHITE);
  const runner =
    shadow(690, 500, 80) +
    limb("M690 436C660 450 640 480 616 478", NIGHT, 22) +
    limb("M704 436C730 450 730 480 756 486", NIGHT, 22) +
    shape("M664 440C660 390 676 356 706 356C736 356 748 390 738 440Z", CORAL) +
    limb("M716 380C760 380 770 350 784 326", CORAL, 20) +
    limb("M686 380C650 384 640 410 620 404", CORAL, 20) +
    dot(788, 318, 12, SKIN) +
    dot(614, 402, 12, SKIN) +
    `<ellipse cx="714" cy="312" rx="46" ry="46" fill="${SKIN}"/>` +
    shape("M668 310C662 256 700 250 722 258C752 252 768 280 758 300C740 286 706 282 690 290Q684 308 668 310Z", SUN) +
    eyes(708, 312, 38, 15, -0.9, -0.2, 0.42) +
    `<ellipse cx="706" cy="342" rx="10" ry="8" fill="${INK}" stroke="none"/>` +
    sweat(774, 282, 0.7) +
    sweat(798, 262, 0.5);
  return scene(
    900,
    600,
    SKY,
    peaks +
      cloud(820, 170, 0.7) +
      slope +
      shadow(320, 452, 150, 20) +
      strays +
      ball +
      runner +
      words(450, 86, 70, "please remove me from this list") +
      words(450, 578, 76, "replied to all 14,000 people"),
  );
}
