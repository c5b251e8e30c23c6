import { rmSync } from "node:fs";
import { join } from "node:path";

import { freshFolder } from "../folders.ts";
import type { Check } from "../run-checks.ts";
import { ROOT } from "../world.ts";
import { command, missing } from "./commands.ts";

const RULES = "deploy/prometheus/alerts.yml";
const CASES = "test/deploy/alerts.yml";
const DASHBOARD = "deploy/grafana/guffaw.json";

export const watching: Check = {
  name: "watching",
  goal: "each alert rule fires once and is quiet on a healthy site; the dashboard's queries are valid",
  async run(say) {
    const absent = missing("promtool");
    if (absent) return absent;
    const problems: string[] = [];
    const promtool = async (...args: string[]) => {
      say(`promtool ${args.join(" ")}`);
      const { code, stdout, stderr } = await command(["promtool", ...args]);
      if (code !== 0) problems.push((stderr + stdout).trim().slice(-500));
    };
    await promtool("check", "rules", RULES);
    await promtool("test", "rules", CASES);
    const folder = freshFolder("dashboard");
    const queries = await writeQueries(join(folder, "queries.yml"));
    await promtool("check", "rules", join(folder, "queries.yml"));
    rmSync(folder, { recursive: true });
    const count = (await Bun.file(join(ROOT, RULES)).text()).match(/- alert: /g)!.length;
    const figure = problems.join("; ") || "all fire, all valid";
    return { amount: `${count} rules, ${queries} queries`, figure, ok: problems.length === 0 };
  },
};

/** The queries of the dashboard as rules, which promtool can check; returns how many. */
async function writeQueries(file: string): Promise<number> {
  interface Dashboard {
    panels: { targets?: { expr: string }[] }[];
  }
  const { panels } = (await Bun.file(join(ROOT, DASHBOARD)).json()) as Dashboard;
  const values: Record<string, string> = { __rate_interval: "5m", job: "guffaw", instance: ".*" };
  const rules = panels
    .flatMap(({ targets = [] }) => targets)
    .map(({ expr }, i) => ({
      record: `query_${i}`,
      expr: expr.replace(/\$(\w+)/g, (_, name: string) => values[name]!),
    }));
  // JSON is YAML.
  await Bun.write(file, JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
  return rules.length;
}
