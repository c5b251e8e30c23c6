/** Where a list goes on without one of its rows: at the one after it, else at the one before it. The ids are of elements. */
export function nextFocus(id: string, ids: readonly string[]): string {
  const at = ids.indexOf(id);
  return ids[at + 1] ?? ids[at - 1] ?? "main";
}
