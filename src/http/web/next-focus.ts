/** Id of the row to focus once this one is gone: the next one, or else the previous one. */
export function nextFocus(id: string, ids: readonly string[]): string {
  const at = ids.indexOf(id);
  return ids[at + 1] ?? ids[at - 1] ?? "main";
}
