/** A rectangle in pixels. */
export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Path {
  kind: "path";
  d: string;
  fill?: string;
  stroke?: string;
  strokeWidth?: number;
  opacity?: number;
  evenOdd?: true;
  transform?: string;
}

export interface Group {
  kind: "group";
  transform?: string;
  items: readonly Item[];
}

export type Item = Path | Group;

/** Something on the picture, the pixels it may touch, and how much work it is; see work.ts. */
export interface Layer {
  item: Item;
  bounds: Rect;
  work: number;
}

/** What lies over the base: numbers, paths and colours, and nothing that someone wrote. */
export interface DisplayList {
  width: number;
  height: number;
  layers: readonly Layer[];
}

/** To a hundredth of a pixel: finer differences between two machines must not show. */
export const rounded = (value: number): number => Math.round(value * 100) / 100 || 0;

/** The smallest upright rectangle around one that is turned about a point, by degrees. */
export function turned(rect: Rect, angle: number, x: number, y: number): Rect {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const corners = [rect.left, rect.right].flatMap((a) =>
    [rect.top, rect.bottom].map((b) => [x + (a - x) * cos - (b - y) * sin, y + (a - x) * sin + (b - y) * cos]),
  );
  const xs = corners.map(([a]) => a!);
  const ys = corners.map(([, b]) => b!);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}
