export interface Place {
  x: number;
  y: number;
}

/** Nothing is enlarged more than this over its own pixels, or over how it began. */
const MAX_SCALE = 4;
/** A picture this much longer than the window begins with its top, or its left, large enough to read. */
const LONG = 1.5;
/** How much of the window's height a strip fills at first. */
const STRIP = 0.5;

/** Where a picture is in a window, and how large. */
export class Pan {
  x = 0;
  y = 0;
  scale = 1;
  #first = 1;
  #least = 1;
  #window = { width: 1, height: 1 };

  constructor(
    readonly width: number,
    readonly height: number,
  ) {}

  /** The whole picture, or the beginning of one that would be too small. Small ones are enlarged at most twice. */
  start(width: number, height: number) {
    this.#window = { width, height };
    const [across, down] = [width / this.width, height / this.height];
    this.#least = Math.min(across, down, 2);
    const isTall = across > LONG * down;
    const isWide = down > LONG * across;
    const larger = isTall ? Math.min(across, 1) : isWide ? Math.min(STRIP * down, 1) : 0;
    this.scale = this.#first = Math.max(this.#least, larger);
    [this.x, this.y] = [isWide ? 0 : (width - this.width * this.scale) / 2, 0];
    this.#settle();
  }

  get isCloser(): boolean {
    return this.scale > this.#first * 1.01;
  }

  covers({ x, y }: Place): boolean {
    const [right, bottom] = [this.x + this.width * this.scale, this.y + this.height * this.scale];
    return x >= this.x && x <= right && y >= this.y && y <= bottom;
  }

  /** The point stays where it is; the middle of the window if there is none. */
  zoom(by: number, at: Place = { x: this.#window.width / 2, y: this.#window.height / 2 }) {
    const most = Math.max(MAX_SCALE, MAX_SCALE * this.#first);
    const scale = Math.min(most, Math.max(this.#least, this.scale * by));
    const real = scale / this.scale;
    [this.x, this.y, this.scale] = [at.x - (at.x - this.x) * real, at.y - (at.y - this.y) * real, scale];
    this.#settle();
  }

  shift(dx: number, dy: number) {
    this.x += dx;
    this.y += dy;
    this.#settle();
  }

  /** What fits is in the middle; what does not leaves no gap. */
  #settle() {
    this.x = settled(this.x, this.width * this.scale, this.#window.width);
    this.y = settled(this.y, this.height * this.scale, this.#window.height);
  }
}

const settled = (at: number, length: number, room: number) =>
  length <= room ? (room - length) / 2 : Math.min(0, Math.max(room - length, at));
