// The rules and the dashboard of deploy/prometheus ask for figures and labels that /metrics has.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { mainWorld } from "#tests/support/main-world.ts";

const read = (name: string) => readFileSync(new URL(`../../../deploy/prometheus/${name}`, import.meta.url), "utf8");
const dashboard = z.object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) });

let portal: TestPortal;
/** Labels by figure; a scrape adds `instance` and `job`. */
const figures = new Map<string, Set<string>>();
beforeAll(async () => {
  portal = await startTestPortal();
  await mainWorld(portal); // So that there are controllers.
  await portal.axxon.drive("MLB 84A");
  await portal.axxon.openedTimes(1);
  const text = await (await fetch(`${portal.url}/metrics`)).text();
  for (const [, name = "", labels = ""] of text.matchAll(/^(\w+)(?:\{([^}]*)\})? /gm)) {
    const known = figures.get(name) ?? new Set(["instance", "job"]);
    for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) known.add(label);
    figures.set(name, known);
  }
  figures.set("up", new Set(["instance", "job"]));
});
afterAll(() => portal.close());

const rules = [...read("alerts.yml").matchAll(/^ +expr: (.+)$/gm)].map(([, expr = ""]) => expr);
const panels = dashboard
  .parse(JSON.parse(read("dashboard.json")))
  .panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

test.each([...new Set([...rules, ...panels])])("%s", (expr) => {
  const named = [...expr.matchAll(/\b(portal_\w+|up)\b(?:\{([^}]*)\})?/g)];
  expect(named.length).toBeGreaterThan(0);
  for (const [, name = "", matchers = ""] of named) {
    const labels = figures.get(name);
    expect(labels, name).toBeDefined();
    const asked = [
      ...[...matchers.matchAll(/(\w+)=~?"/g)].map(([, label = ""]) => label),
      ...(/\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(/, */) ?? []),
    ];
    expect(asked.filter((label) => labels?.has(label) !== true)).toEqual([]);
  }
});

test("a figure of the installation, which every server gives, is not added up over the servers", () => {
  const names = [...figures.keys()].filter((name) => name !== "up");
  // The figures below this one come from the database.
  const shared = names.slice(names.indexOf("portal_database_up") + 1);
  expect(shared).toContain("portal_alerts_open");
  expect(shared).not.toContain("portal_pool_waiting");
  const isAdded = (expr: string, name: string) =>
    new RegExp(`\\b${name}\\b`).test(expr) && !new RegExp(`\\bmax(?: by \\([^)]*\\))? ?\\(${name}\\b`).test(expr);
  expect([...rules, ...panels].filter((expr) => shared.some((name) => isAdded(expr, name)))).toEqual([]);
});

test("both files have expressions", () => {
  expect([rules.length, panels.length].every((count) => count >= 9)).toBe(true);
});
