import type { RequestHeaders } from "../../wire/request-headers.ts";

export interface ByteRange {
  start: number;
  /** Exclusive. */
  end: number;
}

/** Undefined means the whole file: no range, several, an unreadable one, or one for another version. */
export function rangeOf(headers: RequestHeaders, etag: string, size: number): ByteRange | "unsatisfiable" | undefined {
  const range = headers.get("range");
  if (range === null) return undefined;
  const ifRange = headers.get("if-range");
  if (ifRange !== null && ifRange !== etag) return undefined;
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.trim()) ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length > 0 ? { start: size - length, end: size } : "unsatisfiable";
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return undefined;
  if (start >= size) return "unsatisfiable";
  return { start, end: last === "" ? size : Math.min(Number(last) + 1, size) };
}
