import type { Subprocess } from "bun";

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** All that a process says until it ends. */
export async function outcomeOf(child: Subprocess<"ignore" | Blob, "pipe", "pipe">): Promise<Outcome> {
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, stdout, stderr };
}
