import { join } from "node:path";
import { mkdirSync } from "node:fs";

import type { Check } from "../run-checks.ts";
import { ROOT } from "../world.ts";
import { must } from "./commands.ts";
import { kubernetesObjects, type KubernetesObject } from "./deploy-files.ts";

/** Generated from the schemas of Kubernetes 1.30, with a validator for each kind; 32 MB that nothing else needs. */
const SCHEMAS = "kubernetes-models@4.5.1";
const FOLDER = join(ROOT, "node_modules/.cache/deploy");

export const manifests: Check = {
  name: "manifests",
  goal: "every Kubernetes object is valid, and a wrong one is not",
  async run(say) {
    mkdirSync(FOLDER, { recursive: true });
    say(`fetching ${SCHEMAS}`);
    await must(["npm", "install", "--no-save", "--no-package-lock", "--prefix", FOLDER, SCHEMAS], { cwd: FOLDER });
    const objects = kubernetesObjects();
    const problems = await Promise.all(objects.map(problemOf));
    const wrong = structuredClone(objects.find(({ kind }) => kind === "Deployment")!);
    (wrong.spec as { replicas: unknown }).replicas = "two";
    const found = problems.filter((one) => one !== undefined);
    if ((await problemOf(wrong)) === undefined) found.push("a Deployment with two (in words) replicas passes");
    return { amount: `${objects.length} objects`, figure: found.join("; ") || "all valid", ok: found.length === 0 };
  },
};

type Model = new (object: KubernetesObject) => { validate(): void };

async function problemOf(object: KubernetesObject): Promise<string | undefined> {
  const { apiVersion, kind } = object;
  const file = join(FOLDER, "node_modules/kubernetes-models", apiVersion, `${kind}.js`);
  const { [kind]: Class } = (await import(file)) as Record<string, Model>;
  try {
    new Class!(object).validate();
    return undefined;
  } catch (error) {
    return `${kind} ${object.metadata.name}: ${(error as Error).message}`;
  }
}
