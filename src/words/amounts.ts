const BYTES = ["kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
const TIMES = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** What these functions need of `Words`. */
interface Speaker {
  language: string;
}

const formats = new Map<string, Intl.NumberFormat>();

/** Cached, because creating one is slow. */
function inUnit(language: string, unit: string, unitDisplay: "short" | "long", digits: number): Intl.NumberFormat {
  const name = `${language} ${unit} ${unitDisplay} ${digits}`;
  const options = { style: "unit", unit, unitDisplay, maximumFractionDigits: digits } as const;
  return formats.get(name) ?? formats.set(name, new Intl.NumberFormat(language, options)).get(name)!;
}

/** "1.2 GB". */
export function bytesIn({ language }: Speaker, bytes: number): string {
  const thousands = Math.floor(Math.log10(Math.max(1000, Math.abs(bytes))) / 3);
  const size = Math.min(thousands, BYTES.length);
  return inUnit(language, BYTES[size - 1]!, "short", 1).format(bytes / 1000 ** size);
}

/** "3 days": in whole units of the largest that fits. */
export function timeIn({ language }: Speaker, ms: number): string {
  const [unit, size] = TIMES.find(([, one]) => ms >= one) ?? ["second", 1000];
  return inUnit(language, unit, "long", 0).format(Math.floor(ms / size));
}

/** "1.2 ms", with two significant digits. */
export function latencyIn({ language }: Speaker, seconds: number): string {
  const [unit, value] = seconds < 1 ? ["millisecond", seconds * 1000] : ["second", seconds];
  return inUnit(language, unit as string, "short", value < 1 ? 2 : value < 10 ? 1 : 0).format(value);
}
