/** Columns as wide as needed; the first is left-aligned, the others right-aligned. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => [...row[column]!].length)));
  const cell = (text: string, column: number) => {
    const room = " ".repeat(widths[column]! - [...text].length);
    return column === 0 ? text + room : room + text;
  };
  return rows.map((row) => row.map(cell).join("  ").trimEnd()).join("\n");
}

export const whole = (value: number) => Math.round(value).toLocaleString("en");
export const ms = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(1));
