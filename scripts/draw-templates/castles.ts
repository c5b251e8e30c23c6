// Knights, and the things they let in.
import {
  CORAL,
  CREAM,
  INK,
  PLUM,
  SKY,
  SLATE,
  SUN,
  WHITE,
  box,
  cloud,
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
  sweat,
} from "../draw-starter/parts.ts";
import { DARK_WOOD, FLAT, GRASS, LEAF, WOOD, duck, oval } from "./cast.ts";

const STONE = "#b9b4cf";

const brick = (x: number, y: number) => line(`M${x} ${y}h34v18h-34Z`, 4, "#9690b3");

const knight = (x: number, y: number, s: number, more: string) =>
  group(
    `translate(${x} ${y}) scale(${s})`,
    limb("M-20 90V130M20 90V130", SLATE, 24) +
      shape("M-46 100C-52 30 -36 6 0 6C36 6 52 30 46 100Z", CORAL) +
      shape("M-46 -40C-46 -86 -24 -100 0 -100C24 -100 46 -86 46 -40V10H-46Z", "#dfe3ee") +
      shape("M-36 -46H36V-10H-36Z", INK, FLAT) +
      shape("M-4 -100C-20 -140 10 -160 40 -140C30 -120 16 -110 8 -100Z", CORAL) +
      more,
  );

/** A gift at the gate. Somebody inside it is looking forward to this. */
export function trojanDuck() {
  const wheel = (x: number) =>
    dot(x, 640, 46, WOOD) + dot(x, 640, 14, DARK_WOOD) + line(`M${x - 40} 640H${x + 40}M${x} 600V680`, 6);
  const gift =
    shadow(270, 690, 240, 18) +
    duck(270, 400, 1.9) +
    box(134, 426, 196, 126, "#e0a52a", 8) +
    box(146, 438, 172, 102, INK, 4, FLAT) +
    eyes(200, 478, 48, 17, 0.7, 0) +
    eyes(272, 490, 44, 15, 0.7, 0) +
    box(40, 590, 440, 34, WOOD, 8) +
    wheel(110) +
    wheel(410) +
    line("M480 606C540 600 560 620 600 600", 7, DARK_WOOD);
  const castle =
    shape("M520 700V210H560V170H610V210H660V170H710V210H760V170H810V700Z", STONE) +
    [
      [548, 260],
      [620, 290],
      [720, 250],
      [540, 350],
      [748, 360],
      [540, 480],
    ]
      .map(([x, y]) => brick(x!, y!))
      .join("") +
    shape("M600 700V500C600 430 640 400 690 400C740 400 780 430 780 500V700Z", INK) +
    line("M640 420V470M690 404V470M740 420V470M612 450H768", 8, SLATE) +
    shape("M640 440l0 40M690 440v40M740 440v40", "none");
  const guard = knight(
    668,
    568,
    0.95,
    eyes(0, -28, 34, 13, -0.8, 0) + limb("M-40 40C-70 40 -86 20 -90 -10", CORAL, 18) + dot(-92, -18, 15, "#dfe3ee"),
  );
  return scene(
    800,
    800,
    SKY,
    cloud(120, 90, 0.8) +
      cloud(420, 70, 0.6) +
      shape("M0 600Q200 540 420 590T800 580V800H0Z", LEAF, FLAT) +
      shape("M0 690H800V800H0Z", GRASS, FLAT) +
      line("M0 690H800") +
      castle +
      gift +
      guard,
  );
}

/** A knight with a fork, and the reason for it. */
export function tinyKnight() {
  const GREEN = "#4fae6a";
  const dragon =
    shape(
      "M300 820C320 640 360 560 340 440C300 420 240 420 160 452C110 470 70 440 80 390C90 340 160 300 230 290C250 180 330 110 470 110C640 110 740 220 820 300V820Z",
      GREEN,
    ) +
    shape("M470 820C460 700 500 620 470 520C560 560 600 680 600 820Z", "#a9d98b", FLAT) +
    shape("M440 114L420 30L510 100ZM560 130L580 40L650 160Z", CREAM) +
    shape("M690 190L760 150L770 240ZM770 270L840 240V320Z", CORAL) +
    line("M96 424C160 400 240 396 330 400", 9) +
    shape("M130 414l14 40l16 -46ZM190 402l14 40l16 -44ZM250 398l14 36l16 -38Z", WHITE, `stroke-width="5"`) +
    oval(120, 360, 16, 10, INK, FLAT) +
    eye(400, 240, 54, -0.7, 0.7, 0.34) +
    shape("M346 240a54 54 0 0 1 108 0Z", "#3f9457", `stroke-width="6"`) +
    line("M120 330q-20 -40 0 -60t0 -50", 9, WHITE);
  return scene(
    800,
    800,
    "#4b3f86",
    rays(420, 300, 22, "#564a94", 1000) +
      dragon +
      shape("M0 720Q160 680 340 720T800 716V800H0Z", "#2a2252") +
      shadow(150, 724, 60, 10) +
      knight(
        150,
        640,
        0.62,
        eyes(0, -28, 36, 13, 0.7, -0.8, 0.4) +
          limb("M40 40C70 30 86 10 92 -14", CORAL, 18) +
          dot(94, -20, 15, "#dfe3ee") +
          line("M94 20V-120M74 -120v-36M94 -120v-40M114 -120v-36M74 -120H114", 9, WHITE),
      ) +
      sweat(112, 566, 0.6),
  );
}

/** Who you are, and who you tell people you are. */
export function mirror() {
  const hamster = (x: number, y: number, s: number, more: string) =>
    group(
      `translate(${x} ${y}) scale(${s})`,
      oval(0, 80, 92, 96, "#e8b06c") +
        oval(0, 100, 58, 66, CREAM, FLAT) +
        dot(-56, -62, 26, "#e8b06c") +
        dot(56, -62, 26, "#e8b06c") +
        oval(0, -6, 88, 72, "#e8b06c") +
        oval(-44, 18, 34, 28, CREAM, FLAT) +
        oval(44, 18, 34, 28, CREAM, FLAT) +
        eyes(0, -20, 70, 19, 0.4, 0, 0.62) +
        dot(0, 4, 8, "#ff8fa8", `stroke-width="4"`) +
        more,
    );
  const glass = "M430 120Q430 60 490 60H690Q750 60 750 120V600H430Z";
  return scene(
    800,
    760,
    "#f4c6a8",
    [0, 1, 2, 3, 4, 5, 6].map((i) => line(`M${i * 130 + 20} 0V620`, 5, "#edb892")).join("") +
      shape("M0 620H800V760H0Z", PLUM, FLAT) +
      line("M0 620H800") +
      shadow(200, 640, 120, 14) +
      hamster(200, 440, 1, line("M-14 26q14 10 28 0", 6) + dot(-50, 90, 20, "#e8b06c") + dot(50, 90, 20, "#e8b06c")) +
      shape("M408 120Q408 36 490 36H690Q772 36 772 120V622H408Z", SUN) +
      shape(glass, "#2b356b") +
      `<clipPath id="glass"><path d="${glass}"/></clipPath><g clip-path="url(#glass)">` +
      rays(590, 330, 16, "#3d4a8f", 600) +
      shape("M440 640C420 420 470 340 590 340C710 340 760 420 740 640Z", "#d8432f") +
      hamster(590, 400, 1.35, line("M-20 28q24 14 40 -6", 7) + line("M-64 -48l44 14M64 -48l-44 14", 9)) +
      shape("M500 300L486 214L540 250L590 190L640 250L694 214L680 300Q590 276 500 300Z", SUN) +
      dot(590, 256, 12, CORAL, `stroke-width="4"`) +
      limb("M690 560C730 540 740 500 736 460", "#e8b06c", 34) +
      line("M736 540V300", 14) +
      line("M736 540V300", 6, WHITE) +
      line("M706 470h60", 12, SUN) +
      line("M500 80L440 190M560 80L450 280", 10, "#6d7bc4") +
      `</g>` +
      shape(glass, "none"),
  );
}
