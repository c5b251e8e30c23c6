let nice: string | null | undefined;

/**
 * The command at low priority, so that requests come first, where the system has `nice`. A program cannot lower its own
 * priority: the threads it already has would keep theirs.
 */
export function politely(...command: string[]): string[] {
  nice ??= Bun.which("nice");
  return nice ? [nice, "-n", "10", ...command] : command;
}
