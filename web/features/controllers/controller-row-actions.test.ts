import { expect, test, vi } from "vitest";
import { controllerRowActions } from "./controller-row-actions.ts";

const none = () => {};
const actions = {
  shared: { syncNow: none, askRebuild: none, askRetire: none, reviewCertificate: none },
  opened: null,
  open: none,
  close: none,
  create: none,
  showWeeklyCodes: () => undefined,
  showSync: () => undefined,
  syncDoors: none,
  syncing: [],
  test: none,
  testing: [],
};

const portA = {
  id: "5f0c1c80-0f6e-4f57-9d3f-1f3f7c1f0a01",
  name: "Port A",
  device_type: "axis" as const,
  device_ip: "https://192.0.2.4",
  device_port: 443,
  username: "portal",
  password_encrypted: "********",
  enabled: true,
  macro_id: null,
  list_sync: false,
  frame_source: null,
  last_sync: null,
  organization_id: null,
  created_at: "2026-11-21T17:02:00Z",
  allow_plain_http: false,
  allow_old_tls: false,
  tls_version: null,
  access_points: [{ count: 2 }],
};

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
});
