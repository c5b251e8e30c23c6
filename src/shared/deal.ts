/** What decides the height of a card. */
export interface CardShape {
  /** Height to width of its picture, in hundredths. */
  ratio: number;
  /** Lines of its caption. */
  lines: number;
}

/** The numbers of columns a wall can have besides one, and a usual width of each, in rem. */
const WALLS = [
  { columns: 2, width: 22, placeIn: (column: number) => `two-${column}` },
  { columns: 3, width: 22, placeIn: (column: number) => `three-${column}` },
  { columns: 4, width: 19, placeIn: (column: number) => `four-${column}` },
];

/** Everything but picture and caption, in rem, and a line: as in public/css/components/wall.css. */
const REST = 8;
const LINE = 1.5;

/** Deals cards into columns in their order, each to the shortest column, for every number of columns. */
export class Deal {
  readonly #heights = WALLS.map(({ columns }) => Array.from({ length: columns }, () => 0));

  /** The classes that put the next card into its place. */
  next({ ratio, lines }: CardShape): string[] {
    const places = WALLS.map(({ width, placeIn }, i) => {
      const heights = this.#heights[i]!;
      const column = heights.indexOf(Math.min(...heights));
      heights[column]! += (width * ratio) / 100 + lines * LINE + REST;
      return placeIn(column + 1);
    });
    return [`ratio-${ratio}`, `lines-${lines}`, ...places];
  }
}

/** The shape that these classes tell. */
export function shapeIn(classes: string): CardShape {
  const [, ratio, lines] = /ratio-(\d+) lines-(\d)/.exec(classes) ?? [];
  return { ratio: Number(ratio ?? 100), lines: Number(lines ?? 0) };
}
