// A hostile unit may waste its own worker's run, but not the server's memory or time, which others' gates need.
import { afterEach, expect, test } from "vitest";
import { systemClock } from "#drivers/clock.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import { createDriverRegistry } from "#drivers/registry.ts";
import { connectionTo, type Disposable } from "./device-harness.ts";
import { rogueUnit } from "./rogue-unit.ts";

const opened: Disposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
const registry = createDriverRegistry({
  network: createNetworkPolicy({ allow: [], allowLoopback: true }),
  clock: systemClock,
});

test("a list without end is given up when it is longer than the largest controller's", async () => {
  const padding = "x".repeat(1_000_000);
  let pages = 0;
  const url = await rogueUnit(opened, (call) => {
    pages = call;
    return `{"NextStartReference":"${call}","User":[{"token":"u${call}","Name":"Alva","Attribute":[{"Name":"${padding}"}]}]}`;
  });
  const unit = registry.doorController("axis", connectionTo(url));
  await expect(unit.listUsers()).rejects.toMatchObject({ code: "reply_too_large" });
  expect(pages).toBeLessThan(80);
  await unit.close();
});

test("a camera that answers blanks is read in no time", async () => {
  // A quadratic reading took ten seconds of the whole server; the list may be two hundred times as long.
  const url = await rogueUnit(opened, () => " ".repeat(80_000));
  const camera = registry.plateController("axis_lpv", connectionTo(url));
  await expect(camera.plateList?.read(new Set())).rejects.toMatchObject({ code: "nonsense_reply" });
  await expect(
    camera.setUpPush?.({ url: "https://portal.example", username: "a", password: "b", isCopied: () => false }),
  ).rejects.toMatchObject({ code: expect.any(String) });
  await camera.close();
});
