// Charts, posters and other evidence.
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
  shadow,
  rays,
  cloud,
} from "../draw-starter/parts.ts";
import { WOOD, DARK_WOOD, LEAF, FLAT, mouth, oval, lids, bust, head, penguin } from "./cast.ts";

/** A penguin presents the figures. They are clear. */
export function pieChart() {
  const [cx, cy, r] = [300, 284, 126];
  const presenter = penguin(
    680,
    370,
    0.95,
    eyes(0, -22, 56, 18, -0.7, 0.1) +
      shape("M-16 0h32l-16 22Z", "#f28c28", `stroke-width="5"`) +
      line("M-62 -44q14 -10 28 -6M62 -44q-14 -10 -28 -6", 6, WHITE) +
      shape("M-20 60L0 74L20 60V92L0 78L-20 92Z", CORAL, `stroke-width="5"`) +
      shape("M80 40C120 80 116 120 100 140C84 120 78 90 80 40Z", NIGHT),
  );
  return scene(
    800,
    640,
    "#cfeee3",
    shape("M0 560H800V640H0Z", TEAL, FLAT) +
      line("M0 560H800") +
      line("M110 540L80 610M490 540L520 610", 14) +
      box(30, 24, 540, 526, WHITE, 14) +
      dot(cx, cy, r, CORAL) +
      shape(`M${cx} ${cy}L${cx + 4} ${cy - r}A${r} ${r} 0 0 1 ${cx + 50} ${cy - 115.6}Z`, SUN) +
      box(64, 436, 36, 36, CORAL, 8) +
      box(64, 492, 36, 36, SUN, 8) +
      shadow(680, 576, 90, 10) +
      presenter +
      limb("M606 400C570 390 540 350 520 330", NIGHT, 26) +
      line("M530 346L372 180", 9, DARK_WOOD),
  );
}

/** Everything goes up, until the end of the slide. */
export function slide() {
  const curve =
    "M130 480C230 470 310 440 370 360C420 280 450 226 510 226C570 226 590 360 604 430C616 490 690 500 740 500";
  const sled = group(
    "translate(474 196) rotate(-12)",
    line("M-70 34H56q24 0 24 -22", 9, CORAL) +
      box(-66, 8, 120, 14, WOOD, 4) +
      line("M-40 22v12M30 22v12", 7) +
      shape("M-44 10C-50 -40 -36 -58 -8 -58C20 -58 30 -40 26 10Z", TEAL) +
      limb("M14 -36L46 -72M-24 -36L-60 -66", TEAL, 16) +
      dot(48, -76, 11, "#f3b98b") +
      dot(-62, -70, 11, "#f3b98b") +
      head(-6, -92, 0.62, { mood: "grin", look: { x: 0.2, y: -0.3 } }),
  );
  return scene(
    800,
    640,
    CREAM,
    [0, 1, 2, 3, 4, 5, 6]
      .map((i) => line(`M110 ${90 + i * 68}H780`, 3, "#ecdcbb") + line(`M${110 + i * 110} 90V540`, 3, "#ecdcbb"))
      .join("") +
      shape(`${curve}V540H130Z`, "#ffd0c8", FLAT) +
      line(curve, 16) +
      line(curve, 8, CORAL) +
      line("M110 70V540H790", 10) +
      shape("M96 84L110 56L124 84ZM776 526L800 540L776 554Z", INK) +
      sled +
      limb("M690 536V400M690 490C650 490 648 470 650 440M690 470C730 470 732 450 730 424", LEAF, 30) +
      line("M684 430l-6 -6M696 450l8 -4M684 476l-8 -2M696 506l8 2M648 456l-8 -2M732 440l8 -2", 4, INK) +
      dot(690, 384, 12, PINK, `stroke-width="4"`),
  );
}

/** Wanted, and not sorry. */
export function wanted() {
  const FUR = "#9aa0b8";
  const raccoon =
    shape("M240 620C236 520 300 480 400 480C500 480 564 520 560 620Z", FUR) +
    shape("M286 350L262 258L342 294ZM514 350L538 258L458 294Z", FUR) +
    shape("M290 322L280 284L318 300ZM510 322L520 284L482 300Z", PINK, FLAT) +
    oval(400, 390, 142, 112, FUR) +
    shape(
      "M262 404C290 334 360 342 394 384C360 442 292 444 262 404ZM538 404C510 334 440 342 406 384C440 442 508 444 538 404Z",
      INK,
      FLAT,
    ) +
    eyes(400, 384, 122, 32, 0.4, -0.1, 0.5) +
    lids(400, 384, 122, 32, INK) +
    oval(400, 450, 56, 38, CREAM, FLAT) +
    oval(400, 430, 18, 13, INK, FLAT) +
    line("M366 456q20 22 34 4q14 18 34 -4", 7) +
    line("M400 286v40M372 288v26M428 288v26", 9, "#6d7399");
  const sausages =
    limb(
      "M250 600C290 640 340 620 350 590M362 590C380 640 430 640 446 600M458 600C480 640 530 630 548 590",
      "#c2574a",
      30,
    ) + line("M352 590l10 -4M448 600l12 -2", 8, "#8f2f3d");
  const claws = oval(300, 590, 34, 26, "#6d7399") + oval(506, 590, 34, 26, "#6d7399");
  const nail = (x: number, y: number) => dot(x, y, 13, SLATE);
  return scene(
    800,
    1000,
    WOOD,
    [0, 1, 2, 3, 4]
      .map(
        (i) =>
          line(`M${i * 180 + 40} 0V1000`, 5, "#a86f38") +
          line(`M${i * 180 + 100} ${i * 170}q16 60 0 120`, 4, "#b87c42"),
      )
      .join("") +
      group(
        "rotate(-1.5 400 500)",
        shape("M50 40L744 30L756 480L746 960L420 968L60 956L44 520Z", "#f6e2b3") +
          shape("M744 30L690 32L748 96Z", "#dcc084", `stroke-width="5"`),
      ) +
      box(150, 230, 500, 400, "#d9e8ef", 6) +
      [290, 370, 450, 530].map((y) => line(`M150 ${y}H650`, 4, "#b7ccd8")).join("") +
      `<clipPath id="shot"><path d="M153 233H647V627H153Z"/></clipPath><g clip-path="url(#shot)">${raccoon}${sausages}${claws}</g>` +
      box(150, 230, 500, 400, "none", 6) +
      nail(84, 70) +
      nail(706, 66) +
      nail(90, 926) +
      nail(712, 926),
  );
}

/** The weather: fine, cloudy, meteors. */
export function forecast() {
  const card = (x: number, color: string, body: string) =>
    box(x, 60, 170, 330, WHITE, 16) + box(x + 12, 72, 146, 176, color, 10, `stroke-width="4"`) + body;
  const sun =
    rays(125, 160, 12, "#fff0b8", 70) +
    dot(125, 160, 46, SUN) +
    eyes(125, 156, 32, 11, 0.4, 0.2) +
    mouth("glad", 125, 176, 28);
  const rain =
    cloud(310, 152, 0.66, "#a9b0d0") +
    line("M280 196l-8 26M314 196l-8 26M348 196l-8 26", 7, "#2f7fc4") +
    eyes(310, 152, 32, 10, 0.2, 0.4);
  const meteor =
    shape("M560 84L498 150L540 206L590 166Z", CORAL, FLAT) +
    shape("M552 96L506 152L536 190L574 158Z", SUN, FLAT) +
    dot(480, 186, 42, DARK_WOOD) +
    dot(464, 204, 9, "#6b4632", FLAT) +
    dot(500, 168, 7, "#6b4632", FLAT) +
    eyes(476, 180, 30, 11, -0.4, 0.6) +
    mouth("glad", 476, 200, 26);
  const GREEN = "#7cc35b";
  const frog =
    shape("M580 640C570 500 610 430 680 430C750 430 790 500 780 640Z", PLUM) +
    shape("M648 440L680 520L712 440Z", WHITE) +
    shape("M672 464h18l8 60l-18 24l-18 -24Z", CORAL, `stroke-width="5"`) +
    limb("M608 500C570 480 560 430 572 400", PLUM, 32) +
    dot(574, 388, 22, GREEN) +
    oval(686, 350, 104, 78, GREEN) +
    dot(640, 286, 38, GREEN) +
    dot(734, 286, 38, GREEN) +
    eye(640, 284, 26, -0.5, 0, 0.5) +
    eye(734, 284, 26, -0.5, 0, 0.5) +
    line("M620 366Q686 420 752 366", 8) +
    line("M676 330h0.1M696 330h0.1", 8);
  return scene(
    800,
    640,
    "#8fb7ee",
    [0, 1, 2, 3]
      .map((i) => line(`M${i * 240 - 60} 640C${i * 240} 440 ${i * 240 - 80} 200 ${i * 240 + 40} 0`, 5, "#a5c6f3"))
      .join("") +
      card(40, SKY, sun) +
      card(224, "#dfe6f5", rain) +
      `<clipPath id="night"><path d="M422 74H562V246H422Z"/></clipPath>` +
      card(408, NIGHT, `<g clip-path="url(#night)">${meteor}</g>`) +
      frog +
      shape("M0 520H800V640H0Z", CORAL, FLAT) +
      line("M0 520H800") +
      shape("M0 520H40L20 640H0Z", SUN),
  );
}

/** Art. They understand it. */
export function masterpiece() {
  const critic =
    bust(170, 560, 1.05, { mood: "worried", shirt: NIGHT, hair: "#6b4632", cut: "bob", look: { x: 0.7, y: -0.8 } }) +
    shape("M138 590q12 24 0 34q-16 -10 0 -34ZM206 596q12 24 0 34q-16 -10 0 -34Z", SKY, `stroke-width="4"`);
  const expert =
    bust(628, 560, 1.05, { mood: "smug", shirt: CORAL, skin: "#a8663f", hair: INK, look: { x: -0.7, y: -0.7 } }) +
    shape("M548 502C540 452 600 440 640 446C700 440 722 470 704 500C660 484 600 484 548 502Z", TEAL) +
    line("M632 446v-16", 8) +
    limb("M560 690C590 680 600 650 606 628", CORAL, 30) +
    dot(612, 622, 20, "#a8663f");
  const frame =
    box(130, 30, 540, 380, SUN, 10) +
    box(150, 50, 500, 340, "#e0a52a", 6) +
    box(170, 70, 460, 300, WHITE, 2) +
    [
      [150, 50],
      [650, 50],
      [150, 390],
      [650, 390],
    ]
      .map(([x, y]) => dot(x!, y!, 20, SUN))
      .join("");
  return scene(
    800,
    800,
    "#e7d7ef",
    shape("M0 640H800V800H0Z", "#b98aa8", FLAT) +
      line("M0 640H800") +
      shape("M210 0L100 420H700L590 0Z", "#f2e8f6", FLAT) +
      frame +
      box(252, 424, 296, 124, SUN, 6) +
      critic +
      expert +
      line("M60 800V690M400 800V690M740 800V690", 20) +
      line("M60 800V690M400 800V690M740 800V690", 9, SUN) +
      [60, 400, 740].map((x) => dot(x, 684, 18, SUN)).join("") +
      limb("M60 706Q230 790 400 706Q570 790 740 706", "#b33b4a", 16),
  );
}
