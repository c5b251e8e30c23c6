import { expect, test } from "bun:test";
import { join } from "node:path";

import { openWorld, ROOT } from "../world.ts";

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}

const read = (path: string) => Bun.file(join(ROOT, path)).text();
const rules = async () =>
  (Bun.YAML.parse(await read("deploy/prometheus/alerts.yml")) as { groups: { rules: Rule[] }[] }).groups.flatMap(
    (group) => group.rules,
  );

async function panels() {
  interface Panel {
    title: string;
    targets?: { expr: string }[];
  }
  const dashboard = JSON.parse(await read("deploy/grafana/guffaw.json")) as { panels: Panel[] };
  return dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
}

/** Our metrics in an expression, each with the values it demands of its labels. */
function metricsIn(expr: string) {
  const found = expr.matchAll(/\b((?:guffaw|process)_\w+)(?:\{([^}]*)\})?/g);
  return Array.from(found, ([, name, labels = ""]) => ({
    name: name!.replace(/_(bucket|sum|count)$/, ""),
    labels: Array.from(labels.matchAll(/(\w+)="(\w+)"/g), ([pair, label]) => ({ pair, label })),
  }));
}

/** Prometheus adds these. */
const ADDED = ["job", "instance"];

test("every metric in the alert rules and on the dashboard exists, with the labels they ask for", async () => {
  // Nobody answers there, which is enough for its metric to exist.
  await using world = await openWorld("SQLite", { env: { GUFFAW_VALKEY_URL: "redis://127.0.0.1:1" } });
  await world.as().get("/");
  const metrics = await (await world.as().get("/metrics")).text();
  const known = new Set(Array.from(metrics.matchAll(/^# TYPE (\w+)/gm), ([, name]) => name));
  const uses = [
    ...(await rules()).map(({ alert, expr }) => ({ place: alert, expr })),
    ...(await panels()).map(({ title, expr }) => ({ place: title, expr })),
  ];
  expect(uses.length).toBeGreaterThan(50);
  for (const { place, expr } of uses)
    for (const { name, labels } of metricsIn(expr)) {
      expect(known, `${place}: ${name}`).toContain(name);
      for (const { pair, label } of labels) {
        // A route or status appears once there was such a request.
        if (ADDED.includes(label!) || /^(route|status)=/.test(pair)) continue;
        expect(metrics, `${place}: ${pair}`).toMatch(new RegExp(`^${name}(_\\w+)?\\{[^}]*${pair}`, "m"));
      }
    }
});

test("every rule says what to do, and has a case in which it fires", async () => {
  const cases = await read("test/deploy/alerts.yml");
  const all = await rules();
  for (const { alert, labels, annotations } of all) {
    expect(["warning", "critical"], alert).toContain(labels.severity);
    expect(annotations.summary.length, alert).toBeGreaterThan(20);
    expect(annotations.description.length, alert).toBeGreaterThan(20);
    expect(cases, alert).toContain(`ALERTS{alertname="${alert}", alertstate="firing"`);
    expect(cases, alert).toContain(`alertname: ${alert}, exp_alerts: []`);
  }
  expect(new Set(all.map(({ alert }) => alert)).size).toBe(all.length);
});
