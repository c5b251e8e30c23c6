/** Columns as wide as needed; the first is left-aligned, the others right-aligned. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => [...row[column]!].length)));
  const cell = (text: string, column: number) => {
    const room = " ".repeat(widths[column]! - [...text].length);
    return column === 0 ? text + room : room + text;
  };
  return rows.map((row) => row.map(cell).join("  ").trimEnd()).join("\n");
}

const EIGHTHS = " ▏▎▍▌▋▊▉";

/** A bar that fills a share of `width`, exact to an eighth of a character. */
export function bar(share: number, width: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * width * 8);
  const text = "█".repeat(Math.floor(eighths / 8)) + (eighths % 8 ? EIGHTHS[eighths % 8]! : "");
  return text.padEnd(width, "·");
}

export const whole = (value: number) => Math.round(value).toLocaleString("en");
export const ms = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(1));

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
