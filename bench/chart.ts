// The figures as a picture: one SVG for light pages, one for dark ones.
import { written, writtenTarget, type Figure } from "./figure.ts";
import type { Result } from "./result.ts";

interface Palette {
  paper: string;
  ink: string;
  soft: string;
  line: string;
  bar: string;
  missed: string;
}

/** Colours of the website, from public/css/tokens.css. */
export const PALETTES = {
  light: { paper: "#fffdf9", ink: "#221a12", soft: "#665848", line: "#e2d7c3", bar: "#ff8a4c", missed: "#c9222b" },
  dark: { paper: "#201a15", ink: "#f6eee2", soft: "#b9aa98", line: "#3b3229", bar: "#ff8a4c", missed: "#ff8780" },
} as const satisfies Record<string, Palette>;

interface Bar {
  label: string;
  value: number;
  /** Where the target is. */
  mark?: number;
  text: string;
  tone: "bar" | "missed" | "soft";
}

interface Panel {
  title: string;
  bars: Bar[];
}

const WIDTH = 860;
const EDGE = 28;
const LABELS = 240;
const TEXTS = 160;
const ROW = 26;
const BAR = 14;
const TITLE = 44;
const FULL = WIDTH - 2 * EDGE - LABELS - TEXTS;
const FONT = `system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif`;

/** Undefined if there is nothing to draw. */
export function chart(result: Result, palette: Palette): string | undefined {
  const panels = panelsOf(result).filter(({ bars }) => bars.length > 0);
  if (panels.length === 0) return undefined;
  let top = EDGE;
  const drawn = panels.map((panel) => {
    const text = drawPanel(panel, top, palette);
    top += TITLE + panel.bars.length * ROW + EDGE;
    return text;
  });
  const label = escape(panels.map(({ title }) => title).join("; "));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${top}" viewBox="0 0 ${WIDTH} ${top}" ` +
    `role="img" aria-label="${label}" font-family="${FONT}" font-size="14">\n` +
    `<rect width="${WIDTH}" height="${top}" rx="12" fill="${palette.paper}"/>\n${drawn.join("\n")}\n</svg>\n`
  );
}

function panelsOf({ sqlite, postgres, peers }: Result): Panel[] {
  const all = [sqlite, postgres].flatMap((part) => part?.content.figures ?? []);
  const figures = all.filter(({ max }) => max !== undefined);
  const ratios = figures.filter(({ unit }) => unit === "×");
  const others = figures.filter(({ unit }) => unit !== "×");
  return [
    { title: "CPU per request, as a multiple of a bare server; the tick is the target", bars: ratios.map(ratioBar) },
    { title: "Everything else, as a share of its target", bars: others.map(shareBar) },
    { title: "CPU for one meme by id, beside peers", bars: peers ? peerBars(peers.content) : [] },
  ];
}

const nameOf = ({ name, database }: Figure) => (database === "postgres" ? `${name}, PostgreSQL` : name);
const toneOf = ({ verdict }: Figure) =>
  ({ met: "bar", missed: "missed", noisy: "soft", "no target": "bar" })[verdict] as Bar["tone"];

const ratioBar = (figure: Figure): Bar => ({
  label: nameOf(figure),
  value: figure.value.median,
  mark: figure.max,
  text: written(figure.value.median, "×"),
  tone: toneOf(figure),
});

const shareBar = (figure: Figure): Bar => ({
  label: nameOf(figure),
  value: figure.value.median / figure.max!,
  mark: 1,
  text: `${written(figure.value.median, figure.unit)} ${writtenTarget(figure.max, figure.unit)}`,
  tone: toneOf(figure),
});

function peerBars({ servers, rows: [first] }: NonNullable<Result["peers"]>["content"]): Bar[] {
  return servers.flatMap((label, i) => {
    const cpu = first?.cpu[i] ?? undefined;
    if (cpu === undefined) return [];
    return [{ label, value: cpu, text: written(cpu, "µs"), tone: i === 0 ? ("bar" as const) : ("soft" as const) }];
  });
}

function drawPanel({ title, bars }: Panel, top: number, palette: Palette): string {
  const most = Math.max(...bars.map(({ value, mark = 0 }) => Math.max(value, mark)));
  const left = EDGE + LABELS;
  const lines = bars.map(({ label, value, mark, text, tone }, i) => {
    const y = top + TITLE + i * ROW;
    const middle = y + ROW / 2;
    const length = Math.max(2, (value / most) * FULL);
    const at = left + ((mark ?? 0) / most) * FULL;
    const tick =
      mark === undefined
        ? ""
        : `<path d="M${round(at)} ${y + 2}v${ROW - 4}" stroke="${palette.ink}" stroke-width="2"/>`;
    return (
      `<text x="${left - 12}" y="${middle + 5}" text-anchor="end" fill="${palette.ink}">${escape(label)}</text>` +
      `<rect x="${left}" y="${middle - BAR / 2}" width="${FULL}" height="${BAR}" rx="3" fill="${palette.line}" opacity="0.5"/>` +
      `<rect x="${left}" y="${middle - BAR / 2}" width="${round(length)}" height="${BAR}" rx="3" fill="${palette[tone]}"/>` +
      `${tick}<text x="${WIDTH - EDGE}" y="${middle + 5}" text-anchor="end" fill="${palette.soft}">${escape(text)}</text>`
    );
  });
  const heading = `<text x="${EDGE}" y="${top + 20}" font-size="16" font-weight="600" fill="${palette.ink}">${escape(title)}</text>`;
  return [heading, ...lines].join("\n");
}

const round = (value: number) => Math.round(value * 10) / 10;
const escape = (text: string) => Bun.escapeHTML(text);
