/** Top and bottom, if there are just these two; otherwise boxes are numbered. Pages and scripts call them the same. */
export function boxTitle(
  boxes: readonly { y: number; height: number }[],
  at: number,
): "top" | "bottom" | "only" | "other" {
  if (boxes.length === 1) return "only";
  const [first, second, ...more] = boxes.map(({ y, height }) => y + height / 2);
  if (more.length > 0 || !(first! < 0.5 && second! > 0.5)) return "other";
  return at === 0 ? "top" : "bottom";
}
