// A camera whose clock has lost its time: the log has the car, and an alert names the clock.
import { afterAll, beforeAll, expect, test } from "vitest";
import { platePushReply } from "#contract/functions/plate-push.ts";
import { startLpvSimulator } from "#simulators/axis-lpv/server.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { addCameraGate, type CameraGate } from "#tests/support/camera-gate.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";

let portal: TestPortal;
let world: MainWorld;
let gate: CameraGate;
let cars = 0;

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  gate = await addCameraGate(portal, world.system, { name: "Infart med kamera", device: await startLpvSimulator() });
});
afterAll(async () => {
  await gate.device.close();
  await portal.close();
});

const LOGGED = "select access_granted, access_reason, detected_at from access_logs where plate_number = $1";
const answer = ({ answer: text }: { answer: string }) => platePushReply.parse(JSON.parse(text));

test.each([
  ["1970", Date.UTC(1970, 0, 1, 0, 4)],
  ["2000", Date.UTC(2000, 0, 1, 0, 4)],
  ["2099", Date.UTC(2099, 11, 31)],
  ["microseconds", Date.now() * 1_000],
  ["the last moment that a date can hold", 8.64e15],
])(
  "a car read by a camera whose clock says %s is logged at the time of its arrival, once, and not let in",
  async (_when, ms) => {
    cars += 1;
    const plate = `MLK${String(cars).padStart(2, "0")}U`;
    await world.savePerson({ firstName: "Test", lastName: `Klocka ${cars}`, plate, gateIds: [gate.id] });
    const { device } = gate;
    const seen = { ...device.camera.eventOf(plate, "new"), capture_timestamp: String(ms) };
    const before = [device.pulses.length, Date.now()] as const;
    expect(answer(await device.camera.push(seen))).toMatchObject({ granted: false, reason: "read_too_late" });
    expect(answer(await device.camera.push(seen))).toEqual({ repeated: true });
    const rows = (await portal.admin.query(LOGGED, [plate])).rows;
    expect(rows).toMatchObject([{ access_granted: false, access_reason: "read_too_late" }]);
    expect(Math.abs((rows[0]?.detected_at.getTime() ?? 0) - before[1])).toBeLessThan(60_000);
    expect(device.pulses).toHaveLength(before[0]);
    // The alert for wrong clocks needs no second car.
    const skew = "select push_skew_ms::float8 as ms from controllers where id = $1";
    await expect
      .poll(async () => Math.abs(Number((await portal.admin.query(skew, [gate.id])).rows[0]?.ms) - (ms - Date.now())))
      .toBeLessThan(120_000);
    expect(answer(await device.camera.push(device.camera.eventOf(plate, "new")))).toMatchObject({ granted: true });
  },
);
