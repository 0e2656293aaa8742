import { afterEach, expect, test, vi } from "vitest";
import { type AxisSimulator, startAxisSimulator } from "./axis/server.ts";
import { startVisitors } from "./visitors.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const one of open.splice(0)) await one.close();
});

const topics = (simulator: AxisSimulator) => new Set(simulator.state.events.all().map(({ topic }) => topic));

test("people are let in, refused, go out, leave doors open, and a controller falls silent and comes back", async () => {
  const simulator = await startAxisSimulator({
    doors: 2,
    seed: { people: [{ firstName: "Anna", lastName: "Berg", pin: "4839" }] },
  });
  open.push(simulator);
  const offline = vi.spyOn(simulator.faults, "offline").mockResolvedValue();
  const online = vi.spyOn(simulator.faults, "online").mockResolvedValue();
  vi.useFakeTimers();
  let step = 0;
  const visitors = startVisitors([simulator], () => (step++ % 97) / 97);
  expect(simulator.state.events.all().length).toBeGreaterThan(10);
  vi.advanceTimersByTime(3_600_000);
  expect([...topics(simulator)]).toEqual(
    expect.arrayContaining([
      "AccessControl/AccessGranted/Credential",
      "AccessControl/AccessGranted/Anonymous",
      "AccessControl/Denied/CredentialNotFound/PIN",
      "Door/State/DoorAlarm",
    ]),
  );
  expect(offline.mock.calls.length).toBeGreaterThan(2);
  expect(online).toHaveBeenCalledTimes(offline.mock.calls.length);
  const before = simulator.state.events.all().length;
  visitors.stop();
  vi.advanceTimersByTime(3_600_000);
  expect(simulator.state.events.all()).toHaveLength(before);
});
