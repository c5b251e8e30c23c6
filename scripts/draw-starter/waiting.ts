// The one that moves: a progress bar against a beard.
import {
  CORAL,
  CREAM,
  INK,
  NIGHT,
  PLUM,
  SKIN,
  SKY,
  SLATE,
  SUN,
  TEAL,
  WHITE,
  box,
  dot,
  eyes,
  limb,
  line,
  scene,
  shape,
  words,
  type Scene,
} from "./parts.ts";

const STEPS = ["97%", "98%", "99%", "99%", "99%", "99%", "99%", "100%", "3%"];

/** Milliseconds: long enough to read, longest for the punch line. */
export const WAITING_DELAYS = [800, 700, 600, 600, 600, 600, 900, 1000, 2400];

const PALE = "#ffd98a";

export const waiting = (): Scene[] => STEPS.map((percent, i) => frame(percent, i));

function frame(percent: string, i: number): Scene {
  const age = Math.min(i, 6) / 6;
  const mood = percent === "100%" ? "glad" : percent === "3%" ? "broken" : age > 0.3 ? "tired" : "hopeful";
  return scene(
    640,
    420,
    PALE,
    day(i % 2 === 0) +
      shape("M0 332H640V420H0Z", PLUM, `stroke="none"`) +
      line("M0 332H640") +
      monitor(percent, mood === "broken") +
      cobweb(age) +
      waiter(age, mood) +
      plant(age) +
      words(320, 406, 72, "just finishing up"),
  );
}

/** Day and night alternate, so that time visibly passes. */
const day = (light: boolean) =>
  box(500, 34, 116, 112, light ? SKY : NIGHT, 8) +
  dot(light ? 530 : 588, 66, 15, light ? SUN : CREAM, `stroke-width="4"`) +
  line("M558 36V144M502 90H614", 5);

function monitor(percent: string, broken: boolean): string {
  const full = Number.parseInt(percent, 10) / 100;
  const color = broken ? CORAL : "#7dffb0";
  return (
    shape("M140 262H200L214 332H126Z", SLATE) +
    box(36, 40, 268, 228, SLATE, 16) +
    box(56, 60, 228, 188, "#20315f", 8) +
    words(170, 146, 84, percent, { fill: color, edge: 0 }) +
    box(76, 168, 188, 34, INK, 8, `stroke-width="4"`) +
    box(80, 172, Math.round(180 * full), 26, color, 5, `stroke="none"`) +
    (broken ? words(170, 234, 27, "update 2 of 94", { fill: CREAM, edge: 0 }) : "")
  );
}

const cobweb = (age: number) =>
  age < 0.4 ? "" : line("M304 44L356 22M304 44L350 76M304 44L328 104M330 33Q338 44 328 60Q326 70 316 74", 3, WHITE);

function waiter(age: number, mood: "hopeful" | "tired" | "glad" | "broken"): string {
  const hair = ["#6b4632", "#6b4632", "#8f7b70", "#b9b4b4", "#eceaf2"][Math.floor(age * 4)]!;
  const end = 232 + Math.round(age * 104);
  const beard = `M352 186C352 ${(end + 200) / 2} ${372 - age * 8} ${end} 412 ${end}C${452 + age * 8} ${end} 472 ${(end + 200) / 2} 472 186C456 214 368 214 352 186Z`;
  const look = {
    hopeful: eyes(412, 164, 56, 20, -0.9, 0.1, 0.46),
    tired:
      eyes(412, 164, 56, 20, -0.9, 0.5, 0.46) +
      shape("M364 164a20 20 0 0 1 40 0ZM420 164a20 20 0 0 1 40 0Z", "#e0a06f", `stroke-width="4"`),
    glad: eyes(412, 164, 56, 22, -0.3, 0, 0.62),
    broken: eyes(412, 164, 56, 22, -0.3, 0, 0.2),
  }[mood];
  const mouth =
    mood === "glad"
      ? shape("M390 206Q412 240 434 206Z", INK)
      : mood === "broken"
        ? dot(412, 216, 11, INK)
        : line("M398 212H426", 6);
  return (
    shape("M326 332C322 262 350 236 412 236C474 236 502 262 498 332Z", TEAL) +
    `<ellipse cx="412" cy="164" rx="62" ry="68" fill="${SKIN}"/>` +
    (age ? shape(beard, hair) : "") +
    shape(
      "M348 168C334 98 376 84 412 88C452 82 490 102 476 168C468 144 458 128 444 126C420 138 384 136 374 128C360 138 356 152 348 168Z",
      hair,
    ) +
    look +
    mouth
  );
}

function plant(age: number): string {
  const droop = Math.round(age * 60);
  const leaf = age > 0.7 ? "#b08d57" : age > 0.4 ? "#a9b85c" : "#49b86e";
  const stalk = (dx: number) =>
    limb(`M566 286Q${566 + dx * 0.4} ${232 + droop * 0.4} ${566 + dx} ${212 + droop}`, leaf, 14);
  return stalk(-34) + stalk(34) + stalk(4) + shape("M532 280H600L590 332H542Z", CORAL);
}
