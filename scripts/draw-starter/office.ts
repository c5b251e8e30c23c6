// What happens at work.
import {
  INK,
  CREAM,
  CORAL,
  SUN,
  TEAL,
  SKY,
  PLUM,
  NIGHT,
  SLATE,
  WHITE,
  SKIN,
  BROWN,
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
  cloud,
  bubble,
} from "./parts.ts";

const tick = (x: number, y: number, label: string) =>
  dot(x, y, 24, TEAL) +
  line(`M${x - 11} ${y + 1}l8 9l15 -18`, 7, WHITE) +
  words(x + 38, y + 15, 42, label, { anchor: "start" });

const lid = (x: number) => shape(`M${x - 37} 262a37 37 0 0 1 74 0Z`, PLUM);

export function printer() {
  const paper = shape("M300 150L316 92H492L508 150Z", WHITE) + line("M330 118H478M326 136H482", 4, SLATE);
  const tongue = shape("M306 408H502L516 486Q404 510 292 486Z", WHITE) + line("M330 436H478M326 458H470", 5, SLATE);
  const body =
    shadow(404, 500, 260) +
    paper +
    shape("M232 214Q236 150 300 150H508Q572 150 576 214Z", PLUM) +
    box(196, 206, 416, 232, "#8b6cc4", 26) +
    eyes(404, 268, 120, 36, 0.7, 0.25, 0.46) +
    lid(344) +
    lid(464) +
    line("M356 340Q416 372 462 328", 8) +
    line("M452 320l18 12", 8) +
    box(262, 392, 284, 24, INK, 12) +
    tongue +
    dot(574, 414, 8, CORAL, `stroke-width="4"`);
  const says = bubble(612, 186, 172, 92, 520, 330) + print(698, 254, 62, "offline", { fill: CORAL });
  return scene(
    800,
    600,
    SKY,
    rays(404, 300, 24, "#a5def8") +
      shape("M0 470H800V600H0Z", SUN, `stroke="none"`) +
      line("M0 470H800") +
      limb("M204 420C120 430 150 474 60 474H-20", INK, 4) +
      body +
      says +
      tick(44, 180, "power") +
      tick(44, 246, "paper") +
      tick(44, 312, "ink") +
      words(400, 78, 76, "nothing is wrong with it") +
      words(400, 572, 76, "it is simply not in the mood"),
  );
}

const wheel = (x: number) => dot(x, 486, 42, INK) + dot(x, 486, 19, SLATE);

const dust = (x: number, y: number, s: number) => cloud(x, y, s, "#fff7e6");

export function shipIt() {
  const truck =
    shadow(450, 530, 400, 22) +
    box(150, 404, 480, 50, "#b33b4a", 6) +
    shape("M630 454V262H742Q764 262 774 284L804 356L846 372Q858 378 858 394V454Z", CORAL) +
    shape("M668 290H734L762 354H668Z", SKY) +
    line("M650 400h28", 8) +
    box(838, 404, 30, 24, SUN, 6) +
    wheel(250) +
    wheel(530) +
    wheel(750) +
    print(440, 438, 34, "production express", { fill: WHITE });
  const desk =
    box(330, 306, 270, 20, "#c98a4b", 6) +
    line("M350 326V408M580 326V408", 14, INK) +
    box(416, 176, 160, 112, INK, 10) +
    box(428, 188, 136, 84, "#7dffb0", 4, `stroke="none"`) +
    print(496, 248, 44, "ok!", { mono: true }) +
    shape("M476 288H516L524 306H468Z", SLATE) +
    box(540, 330, 50, 76, SLATE, 6) +
    dot(565, 350, 6, TEAL, `stroke-width="3"`);
  const developer =
    limb("M214 408V372M188 408H240", INK, 2) +
    limb("M176 372H250", SLATE, 14) +
    limb("M170 366V280", SLATE, 14) +
    limb("M232 356C270 352 300 354 304 396", NIGHT, 30) +
    shape("M188 368C182 300 192 262 222 262C254 262 262 300 256 368Z", TEAL) +
    limb("M236 290C280 316 306 306 340 298", TEAL, 24) +
    dot(346, 296, 16, SKIN) +
    `<ellipse cx="232" cy="206" rx="56" ry="58" fill="${SKIN}"/>` +
    shape("M176 212C164 150 200 134 236 134C276 134 298 160 288 196C262 184 226 176 200 190Q196 214 176 212Z", BROWN) +
    eyes(248, 208, 46, 18, 0.3, -0.1, 0.4) +
    `<ellipse cx="252" cy="244" rx="10" ry="11" fill="${INK}" stroke="none"/>` +
    sweat(160, 176, 0.9);
  const wall =
    limb("M176 432C120 430 110 490 84 486", INK, 2) +
    group(
      "translate(14 -8) rotate(-14 60 484)",
      shape("M14 452L34 440L58 452L88 438L102 466L94 492L104 516L70 524L44 514L18 526L8 496L18 476Z", "#e8b08a") +
        box(42, 466, 34, 36, CREAM, 6, `stroke-width="4"`) +
        dot(53, 484, 3, INK) +
        dot(65, 484, 3, INK),
    );
  return scene(
    900,
    600,
    "#ffd98a",
    `<circle cx="700" cy="250" r="170" fill="#ffe8b5" stroke="none"/>` +
      shape("M0 420Q150 330 300 400T620 380T900 400V600H0Z", "#f7b267", `stroke="none"`) +
      shape("M0 470H900V600H0Z", SLATE, `stroke="none"`) +
      line("M0 470H900") +
      dust(40, 420, 0.5) +
      dust(110, 548, 0.4) +
      truck +
      desk +
      developer +
      wall +
      words(450, 92, 88, "it works on my machine") +
      words(450, 582, 66, "great. we are shipping your machine."),
  );
}

const bust = (x: number, mood: string) =>
  shape(`M${x - 86} 500C${x - 90} 410 ${x - 60} 372 ${x} 372C${x + 60} 372 ${x + 90} 410 ${x + 86} 500Z`, TEAL) +
  box(x - 22, 340, 44, 50, BROWN, 10) +
  `<ellipse cx="${x}" cy="284" rx="74" ry="78" fill="${BROWN}"/>` +
  shape(
    `M${x - 82} 284C${x - 96} 190 ${x - 40} 176 ${x} 184C${x + 50} 170 ${x + 100} 200 ${x + 80} 288C${x + 66} 270 ${x + 60} 240 ${x + 40} 232C${x + 10} 248 ${x - 40} 240 ${x - 58} 236C${x - 66} 256 ${x - 66} 270 ${x - 82} 284Z`,
    INK,
  ) +
  mood;

export function gitBlame() {
  const rage =
    eyes(216, 284, 60, 22, 1, 0, 0.42) +
    line("M166 250l36 16M266 250l-36 16", 10) +
    shape("M178 330Q216 308 254 330Q250 350 216 348Q182 350 178 330Z", INK) +
    line("M186 332H246", 6, WHITE);
  const shame =
    eyes(566, 284, 60, 22, -0.9, 0.4, 0.42) +
    line("M518 258q14 -14 32 -10M614 258q-14 -14 -32 -10", 8) +
    line("M540 332q12 -10 22 0t26 -2", 7) +
    sweat(648, 226, 1) +
    sweat(486, 250, 0.8);
  const fork =
    line("M76 500L98 200", 20) +
    line("M76 500L98 200", 9, "#c98a4b") +
    line("M64 180L58 118M98 192L102 112M132 186L144 122M64 182Q98 204 132 188", 9);
  const torch =
    limb("M290 440C330 430 346 400 350 372", TEAL, 36) +
    line("M340 420L366 250", 26) +
    line("M340 420L366 250", 14, "#8a5a3c") +
    shape("M332 250C318 210 350 196 352 150C392 176 410 210 398 250C390 268 344 270 332 250Z", CORAL) +
    shape("M350 250C342 226 362 218 364 196C384 214 386 236 380 250Z", SUN, `stroke="none"`) +
    dot(352, 364, 20, BROWN);
  const glass = "M452 170Q452 128 494 128H640Q682 128 682 170V500H452Z";
  const mirror =
    shape("M430 166Q430 106 490 106H644Q704 106 704 166V500H430Z", SUN) +
    `<clipPath id="glass"><path d="${glass}"/></clipPath>` +
    shape(glass, "#d6f1fb") +
    `<g clip-path="url(#glass)">${bust(566, shame)}${line("M640 130L560 240M670 150L620 220", 12, "#ffffff")}</g>` +
    shape(glass, "none");
  return scene(
    800,
    600,
    "#f4887a",
    rays(360, 260, 20, "#f79a8c") +
      shape("M0 500H800V600H0Z", NIGHT, `stroke="none"`) +
      line("M0 500H800") +
      mirror +
      fork +
      limb("M146 440C110 430 96 400 92 372", TEAL, 36) +
      bust(216, rage) +
      dot(92, 362, 20, BROWN) +
      torch +
      words(400, 82, 68, "who the hell wrote this crap?") +
      words(400, 574, 74, "git blame: you, last tuesday"),
  );
}
