// The picture of the server's domains in ARCHITECTURE.md, and what each kind of file may import.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { circles, importGraph, root } from "./source-imports.ts";

const graph = importGraph("{server,contract,drivers,rest,database}/**/*.ts");
const arrows = [...graph].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));
const isTest = (file: string) => file.includes(".test.");
const found = arrows.filter(({ from }) => from.startsWith("server/") && !isTest(from));

/** Folder below server/; null for the files that compose the server. */
const domainOf = (file: string) => /^server\/([^/]+)\//.exec(file)?.[1] ?? null;
const kindOf = (file: string) => /\.(function|route|rules|store|job)\.ts$/.exec(file)?.[1] ?? null;
/** The types of what a device holds: the contract with devices, as contract/ is the one with the page. */
const PORT = "drivers/port.ts";
/** What is still to be mended; each must stand for an import that is there. */
const KNOWN: readonly string[] = [
  "server/weekly-codes/generate-weekly-codes.function.ts → server/weekly-codes/weekly-codes.store.ts",
  "server/reconcile/restore-control.function.ts → server/reconcile/restore.store.ts",
  "server/reconcile/sync-control.function.ts → server/reconcile/lane-pause.store.ts",
  "server/reconcile/sync-control.function.ts → server/reconcile/sync-control.store.ts",
  "server/people/end-user-manager.function.ts → server/people/end-users.store.ts",
  "server/people/end-user-manager.function.ts → server/people/holders.store.ts",
  "server/people/person-data.function.ts → server/people/holders.store.ts",
  "server/people/person-data.function.ts → server/people/person-data.store.ts",
  "server/operations/operations-status.function.ts → server/gates/installation-webhook.store.ts",
  "server/operations/operations-status.function.ts → server/operations/operations.store.ts",
  "server/operations/operations.route.ts → server/operations/operations.store.ts",
  "server/gates/get-webhook-credentials.function.ts → server/gates/webhook-credentials.store.ts",
  "server/controllers/controller-manager.function.ts → server/devices/controllers.store.ts",
  "server/controllers/controller-manager.function.ts → server/gates/installation-webhook.store.ts",
  "server/alerts/alert-control.function.ts → server/alerts/alert-deliveries.store.ts",
  "server/alerts/alert-control.function.ts → server/alerts/alert-webhooks.store.ts",
  "server/alerts/alert-control.function.ts → server/alerts/alerts.store.ts",
  "server/administrators/send-welcome-email.function.ts → server/administrators/administrators.store.ts",
  "server/retention/forget-passages.job.ts → server/gates/gate-addresses.store.ts",
  "server/reconcile/controller-lanes.store.ts → server/devices/controllers.store.ts",
  "server/reconcile/devices.ts → server/devices/controllers.store.ts",
  "server/reconcile/engine.ts → server/devices/controllers.store.ts",
  "server/reconcile/keep-plate-list.ts → server/devices/controllers.store.ts",
  "server/reconcile/lane-turn.ts → server/devices/controllers.store.ts",
  "server/gates/open-gate.ts → server/devices/controllers.store.ts",
  "server/controllers/retire-controller.ts → server/devices/controllers.store.ts",
  "server/controllers/trust-certificate.ts → server/devices/controllers.store.ts",
  "server/platform/functions/define-function.ts → server/auth/auth-service.ts",
  "server/platform/functions/define-function.ts → server/reconcile/engine.ts",
];
const show = ({ from, to }: { from: string; to: string }) => `${from} → ${to}`;

const inServer = found.filter((arrow) => !KNOWN.includes(show(arrow)));

/** Lines such as "people → auth platform" of the drawing. */
function drawn(): Map<string, readonly string[]> {
  const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const lines = [...text.matchAll(/^ *([a-z-]+) +→ ?([a-z -]*)$/gm)];
  return new Map(lines.map(([, domain = "", targets = ""]) => [domain, targets.split(" ").filter(Boolean)]));
}

describe("domains of the server", () => {
  const picture = drawn();
  const between = [
    ...inServer,
    ...found.filter((arrow) => KNOWN.includes(show(arrow)) && domainOf(arrow.from) !== "platform"),
  ].flatMap(({ from, to }) => {
    const [a, b] = [domainOf(from), domainOf(to)];
    return a !== null && b !== null && a !== b ? [{ a, b, from, to }] : [];
  });

  test("import each other as the picture draws it, no more and no less", () => {
    const real = new Map<string, Set<string>>();
    for (const { a, b } of between) real.set(a, (real.get(a) ?? new Set()).add(b));
    const sorted = (of: Iterable<[string, Iterable<string>]>) =>
      Object.fromEntries([...of].map(([domain, to]) => [domain, [...to].toSorted()]));
    expect(sorted(real)).toEqual(sorted([...picture].filter(([, to]) => to.length > 0)));
  });

  test("stand below each other in the picture: it has no circle", () => {
    expect(picture.size).toBeGreaterThan(10);
    expect(circles(picture)).toEqual([]);
  });

  test("are not imported by what they are composed in", () => {
    expect(inServer.filter(({ from, to }) => domainOf(from) !== null && /^server\/[^/]+$/.test(to)).map(show)).toEqual(
      [],
    );
  });
});

describe("kinds of files", () => {
  test("a function or route calls verbs, never a store", () => {
    const wrong = inServer.filter(
      ({ from, to }) => /^(function|route)$/.test(kindOf(from) ?? "") && kindOf(to) === "store",
    );
    expect(wrong.map(show)).toEqual([]);
  });

  test("rules are pure: they import the contract, the types of the port and other rules", () => {
    const wrong = inServer.filter(
      ({ from, to }) =>
        kindOf(from) === "rules" && !to.startsWith("contract/") && to !== PORT && kindOf(to) !== "rules",
    );
    expect(wrong.map(show)).toEqual([]);
  });

  test("a store is used by its own domain only", () => {
    const wrong = inServer.filter(({ from, to }) => kindOf(to) === "store" && domainOf(from) !== domainOf(to));
    expect(wrong.map(show)).toEqual([]);
  });

  test("nothing but the root imports a function, a route or a job", () => {
    const wrong = inServer.filter(
      ({ from, to }) => /^(function|route|job)$/.test(kindOf(to) ?? "") && domainOf(from) !== null,
    );
    expect(wrong.map(show)).toEqual([]);
  });
});

test("what is still to be mended is still there", () => {
  expect(KNOWN.filter((one) => !found.map(show).includes(one))).toEqual([]);
});

test("no file reaches itself, types included", () => {
  expect(circles(graph).map((files) => files.join(" → "))).toEqual([]);
});

test("a circle and an undrawn arrow are seen", () => {
  const ring = new Map([
    ["a", ["b"]],
    ["b", ["c"]],
    ["c", ["a"]],
  ]);
  expect(circles(ring)).toEqual([["a", "b", "c", "a"]]);
  expect(drawn().get("platform")).toEqual([]);
});
