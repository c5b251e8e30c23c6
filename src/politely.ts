let nice: string | null | undefined;

/**
 * A command that leaves the processors to whoever answers requests, if the system can do that. A program cannot do it
 * for itself: threads that it already has would stay as they are.
 */
export function politely(...command: string[]): string[] {
  nice ??= Bun.which("nice");
  return nice ? [nice, "-n", "10", ...command] : command;
}
