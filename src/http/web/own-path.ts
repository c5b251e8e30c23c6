/** A path below our root, without the root; undefined for anything that could lead elsewhere. */
export function ownPath(next: string | undefined, root: string): string | undefined {
  // oxlint-disable-next-line no-control-regex
  if (!next?.startsWith(`${root}/`) || /^\/[/\\]|[\u0000-\u001f\\]/.test(next)) return undefined;
  return next.slice(root.length);
}
