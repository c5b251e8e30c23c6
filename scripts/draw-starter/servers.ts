// Machines with feelings.
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
  words,
  print,
  limb,
  eyes,
  box,
  dot,
  shape,
  line,
  group,
  shadow,
  rays,
  sweat,
} from "./parts.ts";

const GINGER = "#f59b42";

const zap = (x: number, y: number, turn: number) =>
  group(
    `translate(${x} ${y}) rotate(${turn})`,
    shape("M0 -38L14 -6L3 -9L9 26L-14 -10L-3 -8Z", SUN, `stroke-width="4"`),
  );

export function catAndCable() {
  const lamps = [TEAL, SUN, TEAL, CORAL]
    .map((color, i) => dot(130 + i * 30, 388, 8, color, `stroke-width="4"`))
    .join("");
  const server =
    shadow(175, 492, 130) +
    box(75, 150, 200, 335, SLATE, 16) +
    box(95, 172, 160, 176, CREAM, 12) +
    eyes(175, 235, 74, 30, 0.9, 0.5, 0.36) +
    `<ellipse cx="175" cy="308" rx="22" ry="20" fill="${INK}"/>` +
    box(95, 366, 160, 44, NIGHT, 10) +
    lamps +
    line("M105 432H245M105 454H245") +
    sweat(276, 176, 1.2);
  const socket =
    box(692, 322, 68, 92, CREAM, 12) + box(712, 372, 28, 40, INK, 6) + dot(714, 350, 5, INK) + dot(738, 350, 5, INK);
  const body =
    shadow(523, 492, 130) +
    limb("M598 462C690 470 682 384 636 380", GINGER, 34) +
    shape("M430 484C420 400 452 330 523 330C594 330 626 400 616 484Z", GINGER) +
    shape("M478 484C474 430 492 396 523 396C554 396 572 430 568 484Z", CREAM, `stroke="none"`) +
    shape("M462 484a26 22 0 0 1 52 0ZM532 484a26 22 0 0 1 52 0Z", GINGER);
  const head =
    shape("M452 262L446 168L502 214Z", GINGER) +
    shape("M594 262L600 168L544 214Z", GINGER) +
    shape("M464 226L462 194L484 212Z", PINK, `stroke="none"`) +
    shape("M582 226L584 194L562 212Z", PINK, `stroke="none"`) +
    `<ellipse cx="523" cy="288" rx="98" ry="84" fill="${GINGER}"/>` +
    line("M500 214v22M523 210v32M546 214v22", 9, "#c9702a") +
    eyes(523, 270, 88, 29, -0.5, 0.2, 0.72) +
    `<ellipse cx="523" cy="332" rx="54" ry="32" fill="${CREAM}" stroke="none"/>` +
    shape("M511 306H535L523 320Z", PINK, `stroke-width="4"`) +
    line("M440 306L394 292M438 322L392 322M606 306L652 292M608 322L654 322", 4);
  const cable =
    "M262 440C360 440 340 500 390 476C436 452 420 350 480 346C500 345 546 345 566 346C640 350 610 470 670 470C726 470 726 440 726 414";
  const teeth = shape("M500 334l10 26l10 -26ZM526 334l10 26l10 -26Z", WHITE, `stroke-width="4"`);
  return scene(
    800,
    600,
    MINT,
    rays(523, 300, 22, "#d3f5e1") +
      shape("M0 478H800V600H0Z", TEAL, `stroke="none"`) +
      line("M0 478H800") +
      socket +
      body +
      server +
      head +
      limb(cable, SKY, 15) +
      teeth +
      zap(388, 396, -55) +
      zap(676, 262, 65) +
      zap(372, 262, -75) +
      words(400, 96, 96, "99.999% uptime") +
      words(400, 572, 74, "until the cat finds the cable"),
  );
}

const crate = (x: number, y: number, w: number, h: number, color: string, label: string, turn: number) =>
  group(`rotate(${turn} ${x} ${y})`, box(x - w / 2, y - h / 2, w, h, color, 10) + print(x, y + 17, 48, label));

export function littleServer() {
  const stack =
    crate(352, 628, 330, 74, CORAL, "all the photos", -2) +
    crate(372, 552, 240, 74, SUN, "the blog", 3) +
    crate(346, 474, 290, 76, SKY, "mail. seriously.", -4) +
    crate(366, 398, 210, 72, PINK, "wiki", 3) +
    crate(350, 322, 310, 74, TEAL, "home automation", -3) +
    crate(362, 246, 200, 74, CREAM, "memes", 5);
  const board =
    shadow(360, 806, 190) +
    limb("M280 770V798M440 770V798", TEAL, 14) +
    limb("M262 742C214 742 214 690 240 668", TEAL, 16) +
    limb("M458 742C506 742 504 690 476 666", TEAL, 16) +
    box(258, 690, 204, 92, "#3fae5f", 12) +
    box(272, 704, 26, 20, SLATE, 4, `stroke-width="4"`) +
    box(272, 744, 26, 26, SUN, 4, `stroke-width="4"`) +
    box(424, 704, 24, 64, INK, 4) +
    eyes(360, 722, 56, 19, 0, -0.9, 0.5) +
    line("M340 762q10 -12 20 0t20 0", 6) +
    sweat(236, 716, 0.9) +
    sweat(496, 730, 0.8) +
    sweat(520, 694, 0.6);
  const hand = group(
    "rotate(6 560 186)",
    limb("M760 190H650", PLUM, 60) +
      box(566, 146, 78, 82, SKIN, 30) +
      box(384, 140, 200, 96, "#e9e2ff", 10) +
      print(466, 183, 40, "just one") +
      print(466, 222, 40, "container") +
      limb("M600 164H560", SKIN, 14) +
      limb("M600 190H556", SKIN, 14) +
      limb("M600 216H560", SKIN, 14),
  );
  return scene(
    720,
    900,
    "#ffd98a",
    rays(360, 470, 20, "#ffe3a6") +
      shape("M0 780H720V900H0Z", PLUM, `stroke="none"`) +
      line("M0 780H720") +
      board +
      stack +
      hand +
      words(360, 92, 76, "it's a little home server") +
      words(360, 880, 80, "it can take one more"),
  );
}

const web = (x: number, y: number, flip: number) =>
  group(
    `translate(${x} ${y}) scale(${flip} 1)`,
    line("M0 0L90 14M0 0L66 66M0 0L14 90M50 8Q46 34 40 40Q30 48 8 50M78 12Q70 50 56 56Q44 70 12 78", 3, "#cfc6ee"),
  );

export function reaper() {
  const server =
    shadow(226, 500, 150) +
    box(110, 150, 232, 346, "#a39a86", 14) +
    box(130, 172, 192, 136, "#d8cfb4", 10) +
    dot(184, 226, 34, WHITE) +
    dot(268, 226, 34, WHITE) +
    line("M218 222q8 -8 16 0M150 222l-18 -8M302 222l18 -8", 5) +
    line("M170 230q14 10 28 0M254 230q14 10 28 0", 6) +
    line("M196 280q30 18 60 0", 6) +
    box(130, 326, 192, 34, INK, 8) +
    print(226, 351, 20, "up 4,012 days", { mono: true, fill: "#7dffb0" }) +
    box(130, 376, 192, 26, "#8b8370", 6) +
    box(130, 412, 192, 26, "#8b8370", 6) +
    box(130, 448, 192, 26, "#8b8370", 6) +
    dot(146, 389, 5, TEAL, `stroke-width="3"`) +
    dot(146, 425, 5, TEAL, `stroke-width="3"`) +
    dot(146, 461, 5, SUN, `stroke-width="3"`) +
    web(342, 150, -1) +
    group(
      "rotate(-7 300 440)",
      box(226, 402, 130, 78, SUN, 4) + print(291, 437, 28, "do not") + print(291, 467, 26, "touch. ever."),
    );
  const robe =
    shadow(560, 504, 150) +
    limb("M706 500V150", "#8a5a3c", 12) +
    shape("M706 152C660 104 590 104 546 150C600 138 650 150 706 190Z", "#d9deee") +
    shape(
      "M452 500C452 380 470 300 500 250C508 180 540 146 574 146C620 146 650 190 652 252C680 310 692 400 694 500Q660 484 634 500Q604 484 574 500Q544 484 514 500Q484 484 452 500Z",
      "#4b4470",
    ) +
    shape(
      "M520 262C520 212 540 186 572 186C606 186 626 214 626 262C626 296 604 316 572 316C542 316 520 296 520 262Z",
      INK,
    ) +
    shape(
      "M534 256C534 226 550 210 573 210C598 210 612 228 612 256C612 272 606 280 598 284V302H550V284C540 280 534 272 534 256Z",
      CREAM,
      `stroke-width="4"`,
    ) +
    `<ellipse cx="556" cy="256" rx="11" ry="13" fill="${INK}" stroke="none"/><ellipse cx="592" cy="256" rx="11" ry="13" fill="${INK}" stroke="none"/>` +
    shape("M574 266l-6 12h12Z", INK, `stroke="none"`) +
    line("M562 292v10M574 292v10M586 292v10", 3) +
    line("M540 238l22 -8M608 238l-22 -8", 5) +
    limb("M640 330C680 340 700 330 706 316", "#4b4470", 34) +
    dot(706, 316, 17, CREAM) +
    limb("M520 336C480 350 466 380 462 400", "#4b4470", 34) +
    group(
      "rotate(-10 440 410)",
      box(396, 366, 90, 116, "#c98a4b", 8) +
        box(404, 380, 74, 94, WHITE, 4, `stroke-width="3"`) +
        box(424, 358, 34, 16, SLATE, 4, `stroke-width="4"`) +
        line("M414 402h12M414 424h12M414 446h12", 5, TEAL) +
        line("M434 402h34M434 424h34", 5, SLATE) +
        line("M434 446h34", 5, CORAL),
    ) +
    dot(474, 424, 16, CREAM);
  return scene(
    800,
    600,
    NIGHT,
    `<circle cx="590" cy="230" r="210" fill="#4d3f8a" stroke="none"/>` +
      shape("M0 484H800V600H0Z", "#2a2252", `stroke="none"`) +
      line("M0 484H800") +
      web(0, 0, 1) +
      web(800, 0, -1) +
      server +
      robe +
      words(400, 92, 78, "I came for the old server") +
      words(400, 574, 70, "nobody has the root password"),
  );
}
