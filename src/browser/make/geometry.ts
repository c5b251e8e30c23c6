export interface Point {
  x: number;
  y: number;
}

/** Where something lies, in pixels of the picture: its middle, its size, and how it is turned. */
export interface Frame extends Point {
  width: number;
  height: number;
  /** In degrees. */
  rotation: number;
}

/** Which corner is dragged: -1 or 1 to the left or right, and up or down. */
export interface Corner {
  across: -1 | 1;
  down: -1 | 1;
}

export const turnedBy = ({ x, y }: Point, degrees: number): Point => {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
};

const plus = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });
const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });

/** The opposite corner stays where it is, however the frame is turned. */
export function resized(frame: Frame, { across, down }: Corner, to: Point, least: number, isSquare: boolean): Frame {
  const { width, height, rotation } = frame;
  const fixed = plus(frame, turnedBy({ x: (-across * width) / 2, y: (-down * height) / 2 }, rotation));
  const reach = turnedBy(minus(to, fixed), -rotation);
  let size = { width: Math.max(least, across * reach.x), height: Math.max(least, down * reach.y) };
  if (isSquare) size = squared(Math.max(size.width / width, size.height / height), frame, least);
  const middle = plus(fixed, turnedBy({ x: (across * size.width) / 2, y: (down * size.height) / 2 }, rotation));
  return { ...middle, ...size, rotation };
}

const squared = (by: number, { width, height }: Frame, least: number) => {
  const scale = Math.max(by, least / Math.max(width, height));
  return { width: width * scale, height: height * scale };
};

export const scaled = (frame: Frame, by: number): Frame => ({
  ...frame,
  width: frame.width * by,
  height: frame.height * by,
});

const FULL_TURN = 360;
const EASY_ANGLE = 45;
const CLOSE_DEGREES = 4;

/** From -180 up to 180. */
export const plainAngle = (degrees: number): number => {
  const angle = ((((degrees + FULL_TURN / 2) % FULL_TURN) + FULL_TURN) % FULL_TURN) - FULL_TURN / 2;
  return Math.round(angle * 10) / 10;
};

/** How a frame is turned if its upper handle is dragged to a point. Straight and diagonal are easy to hit. */
export function angleTo(frame: Point, to: Point, snaps: boolean): number {
  const angle = (Math.atan2(to.y - frame.y, to.x - frame.x) * 180) / Math.PI + 90;
  const easy = Math.round(angle / EASY_ANGLE) * EASY_ANGLE;
  return plainAngle(snaps && Math.abs(angle - easy) < CLOSE_DEGREES ? easy : angle);
}

/** A line that something stands on while it is dragged. */
export interface Guide {
  axis: "x" | "y";
  at: number;
}

interface Snapped {
  frame: Frame;
  guides: Guide[];
}

/** Moves a frame to the nearest line close by: the middle and edges of the picture, or the middle of something else. */
export function snapped(
  frame: Frame,
  picture: { width: number; height: number },
  others: readonly Point[],
  close: number,
): Snapped {
  const guides: Guide[] = [];
  const result = { ...frame };
  for (const axis of ["x", "y"] as const) {
    const length = axis === "x" ? picture.width : picture.height;
    const half = (axis === "x" ? frame.width : frame.height) / 2;
    const isStraight = frame.rotation === 0;
    const lines = [
      { line: length / 2, offset: 0 },
      ...others.map((other) => ({ line: other[axis], offset: 0 })),
      ...(isStraight
        ? [
            { line: 0, offset: half },
            { line: length, offset: -half },
          ]
        : []),
    ];
    const nearest = lines
      .map((one) => ({ ...one, distance: Math.abs(frame[axis] - one.line - one.offset) }))
      .sort((a, b) => a.distance - b.distance)[0]!;
    if (nearest.distance > close) continue;
    result[axis] = nearest.line + nearest.offset;
    guides.push({ axis, at: nearest.line });
  }
  return { frame: result, guides };
}
