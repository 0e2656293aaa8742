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

test("in the first minutes a door is held open too long, and a silent controller comes back by a visit", async () => {
  const simulator = await startAxisSimulator({
    doors: 2,
    seed: { people: [{ firstName: "Anna", lastName: "Berg", pin: "4839" }] },
  });
  open.push(simulator);
  const events = () => simulator.state.events.all();
  vi.useFakeTimers();
  let silentFrom = 0;
  let [silentFor, logged] = [0, 0];
  vi.spyOn(simulator.faults, "offline").mockImplementation(async () => {
    [silentFrom, logged] = [Date.now(), events().length];
  });
  vi.spyOn(simulator.faults, "online").mockImplementation(async () => {
    [silentFor, logged] = [Date.now() - silentFrom, events().length - logged];
  });
  // Always chooses somebody with a code: nobody else leaves a door open.
  const visitors = startVisitors([simulator], () => 0.1);
  vi.advanceTimersByTime(60_000);
  expect(
    events().some(({ topic, data }) => topic === "Door/State/DoorAlarm" && data["State"] === "DoorOpenTooLong"),
  ).toBe(true);
  vi.advanceTimersByTime(300_000);
  expect(silentFor).toBeGreaterThanOrEqual(150_000);
  expect(silentFor).toBeLessThanOrEqual(180_000);
  expect(logged).toBeGreaterThan(8);
  visitors.stop();
});

test("people with a code that has ended, or that is for other doors, are refused for just that", async () => {
  const simulator = await startAxisSimulator({
    doors: 2,
    seed: { people: [{ firstName: "Anna", lastName: "Berg", pin: "4839" }] },
  });
  open.push(simulator);
  const [anna] = simulator.state.credentials.values();
  if (!anna) throw new Error("Anna has no code");
  const put = (token: string, pin: string, change: object) =>
    simulator.state.credentials.set(token, { ...anna, token, IdData: [{ Name: "PIN", Value: pin }], ...change });
  simulator.faults.editByHand(() => {
    put("ended", "5826", { Enabled: false });
    put("elsewhere", "7135", { CredentialAccessProfile: [] });
  });
  vi.spyOn(simulator.faults, "offline").mockResolvedValue();
  vi.spyOn(simulator.faults, "online").mockResolvedValue();
  vi.useFakeTimers();
  let step = 0;
  const visitors = startVisitors([simulator], () => (step++ % 97) / 97);
  vi.advanceTimersByTime(3_600_000);
  visitors.stop();
  const reasons = new Set(simulator.state.events.all().map(({ data }) => data["Reason"]));
  expect([...reasons]).toEqual(
    expect.arrayContaining(["CredentialNotEnabled", simulator.state.switches.noProfileReason]),
  );
});
