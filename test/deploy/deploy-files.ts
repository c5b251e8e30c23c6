// What the files of deploy/ say, for the checks.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../world.ts";

export const readDeploy = (name: string) => readFileSync(join(ROOT, "deploy", name), "utf8");

export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  [rest: string]: unknown;
}

export function kubernetesObjects(): KubernetesObject[] {
  const names = readdirSync(join(ROOT, "deploy/kubernetes")).sort();
  return names.flatMap((name) => Bun.YAML.parse(readDeploy(`kubernetes/${name}`)) as KubernetesObject[]);
}

export interface Instruction {
  name: string;
  args: string;
}

/** The instructions of a Dockerfile, with lines that end in a backslash joined. */
export function instructions(text: string): Instruction[] {
  const lines = text.replace(/^#.*\n/gm, "").replace(/\\\n\s*/g, "");
  return lines.split("\n").flatMap((line) => {
    const [, name, args] = /^([A-Z]+) (.+)$/.exec(line.trim()) ?? [];
    return name === undefined ? [] : [{ name, args: args! }];
  });
}
