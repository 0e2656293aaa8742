// The door's refusals name the demo's people whose access has ended.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { endSomeAccess } from "#scripts/seed/end-some-access.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { type Installation, makeInstallation } from "#tests/integration/reconcile/installation.ts";
import { startSimulatedDevices } from "#tests/integration/reconcile/simulated-devices.ts";
import { paced } from "#tests/support/pace.ts";

let portal: Installation;
let axis: AxisSimulator;

beforeEach(async () => {
  portal = await makeInstallation();
  axis = await startAxisSimulator({ doors: [{ name: "Entré" }] });
});
afterEach(async () => {
  await portal.close();
  await axis.close();
});

it("one PIN of an organisation's people at a door is switched off and one has run out, once", async () => {
  const { fixture } = await startSimulatedDevices(portal, axis, {
    name: "Porten",
    options: { suspendedMs: 86_400_000 },
  });
  expect(await endSomeAccess(portal.admin)).toBe(0);
  const pins = ["739154", "518204", "294817"];
  for (const pin of pins) {
    const from = new Date(Date.now() - 30 * 86_400_000);
    await portal.addPerson(pin, pin, [[fixture, "Entré"]], { from });
  }
  await portal.quiet();
  expect(await endSomeAccess(portal.admin)).toBe(2);
  expect(await endSomeAccess(portal.admin)).toBe(0);
  await portal.quiet();
  for (const pin of pins) axis.punch(axis.doorTokens[0] ?? "", pin);
  await portal.admin.query("update door_event_cursors set next_read_at = '-infinity'");
  await vi.waitFor(
    async () => {
      const { rows } = await portal.admin.query<{ reason: string | null }>(
        "select reason from door_events where kind = 'access' and credential_id is not null order by reason",
      );
      expect(rows.map(({ reason }) => reason)).toEqual(["disabled", "expired", null]);
    },
    { timeout: paced(60_000), interval: 50 },
  );
});
