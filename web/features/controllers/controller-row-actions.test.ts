import { expect, test, vi } from "vitest";
import { doorController } from "#tests/components/fixtures/controllers/sample-controller.ts";
import { controllerRowActions } from "./controller-row-actions.ts";

const none = () => {};
const actions = {
  shared: { syncNow: none, askRebuild: none, askRetire: none, reviewCertificate: none },
  opened: null,
  open: none,
  openNext: none,
  close: none,
  deleted: none,
  create: none,
  showWeeklyCodes: () => undefined,
  showSync: () => undefined,
  syncDoors: none,
  syncing: [],
  test: none,
  testing: [],
};

const portA = { ...doorController, last_sync: null, tls_version: null };

test("retiring a controller stands last and alone, far from its test", () => {
  const menu = controllerRowActions(portA, actions, false);
  const last = menu.at(-1);
  expect(last).toMatchObject({ id: "retire", tone: "danger" });
  expect(menu.filter(({ group }) => group === last?.group)).toHaveLength(1);
  expect(menu.findIndex(({ id }) => id === "test")).toBeLessThan(menu.findIndex(({ id }) => id === "edit"));
});

test("a test that runs is not started again by a second press", () => {
  const start = vi.fn();
  const press = (testing: string[]) =>
    controllerRowActions(portA, { ...actions, test: start, testing }, true)
      .find(({ id }) => id === "test")
      ?.onAction();
  press([portA.id]);
  expect(start).not.toHaveBeenCalled();
  press([]);
  expect(start).toHaveBeenCalledTimes(1);
});

test("a gate is tested but not examined, which is for door controllers", () => {
  const gate = { ...portA, device_type: "axxon_lpr" as const };
  const offered = (controller: typeof portA | typeof gate) =>
    controllerRowActions(controller, actions, true).map(({ id }) => id);
  expect(offered(portA)).toEqual(expect.arrayContaining(["test", "examine"]));
  expect(offered(gate)).toContain("test");
  expect(offered(gate)).not.toContain("examine");
  // Nothing is written to a gate whose server keeps no list.
  expect(offered(gate)).not.toContain("sync-now");
  expect(offered({ ...gate, list_sync: true })).toEqual(expect.arrayContaining(["sync-now", "sync-status"]));
});
