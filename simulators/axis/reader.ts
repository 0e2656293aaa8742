import { type Decision, decide } from "./decide.ts";
import { accessDoor, walkThrough } from "./door-state.ts";
import { notFound } from "./fault.ts";
import type { AccessPoint, IdData } from "./objects.ts";
import type { AxisState } from "./state.ts";

/** Returns the door's access points, the entrance first. */
export function accessPointsOf(state: AxisState, doorToken: string): AccessPoint[] {
  const own = [...state.accessPoints.values()].filter((point) => point.Entity === doorToken);
  return own.sort((one, other) => Number(isExit(one)) - Number(isExit(other)));
}

const isExit = (point: AccessPoint): boolean =>
  point.Attribute.some((attribute) => attribute.Name === "Direction" && attribute.Value === "out");

export type Side = "in" | "out";

/** Returns the access points with a reader on one side of a door. */
export function readersOf(state: AxisState, doorToken: string, side: Side): AccessPoint[] {
  const withReader = accessPointsOf(state, doorToken).filter((point) => point.IdPointDevice.length > 0);
  return withReader.filter((point) => isExit(point) === (side === "out"));
}

/** Returns the access point of a reader, or a door's entrance; null for an unknown token. */
export function accessPointAt(state: AxisState, readerOrDoorToken: string): AccessPoint | null {
  const [entrance] = accessPointsOf(state, readerOrDoorToken);
  if (entrance) return entrance;
  for (const point of state.accessPoints.values()) {
    if (point.IdPointDevice.some((device) => device.IdPoint === readerOrDoorToken)) return point;
  }
  return null;
}

/** Decides at a time (ms), without a trace. A stalled unit refuses everybody. */
export function verify(state: AxisState, point: AccessPoint | null, idData: readonly IdData[], at: number): Decision {
  const decision = decide(state, point, idData, at);
  if (state.stalled) return { ...decision, granted: false, reason: "Busy" };
  if (decision.granted && !fitsReader(state, point, idData)) {
    return { ...decision, granted: false, reason: "InvalidPINSize" };
  }
  return decision;
}

/** Decides now, logs and opens. Throws AxisFault for an unknown reader. */
export function show(state: AxisState, point: AccessPoint | null, idData: readonly IdData[]): Decision {
  if (!point) throw notFound();
  state.advance();
  logInput(state, point, idData);
  const decision = verify(state, point, idData, state.clock.now());
  if (!decision.granted) logRefusal(state, point, decision, idData);
  else letIn(state, point, decision);
  state.changed();
  return decision;
}

function letIn(state: AxisState, point: AccessPoint, decision: Decision): void {
  const who = namedUser(decision);
  const data = { AccessPointToken: point.token, ...who };
  state.log("AccessControl/AccessGranted/Credential", data);
  let opened = false;
  try {
    opened = accessDoor(state, point.Entity);
  } catch {
    // Locked down or open: the lock does not move.
  }
  const until = state.doorState(point.Entity).accessUntil - state.clock.now();
  if (opened && state.switches.personWalksThrough) {
    walkThrough(state, point.Entity, () => state.log("AccessControl/AccessTaken/Credential", data));
  } else {
    state.later(Math.max(until, 0), () => state.log("AccessControl/AccessNotTaken/Credential", data));
  }
}

function logRefusal(state: AxisState, point: AccessPoint, decision: Decision, idData: readonly IdData[]): void {
  const data = { AccessPointToken: point.token };
  if (decision.notFound) {
    const card = idData.filter((entry) => entry.Name.startsWith("Card")).map((entry) => [entry.Name, entry.Value]);
    return state.log(`AccessControl/Denied/CredentialNotFound/${decision.notFound}`, {
      ...data,
      ...Object.fromEntries(card),
    });
  }
  if (decision.invalidPin) return state.log("AccessControl/Denied/Authentication/InvalidPIN", data);
  state.log("AccessControl/Denied/Credential", { ...data, ...namedUser(decision), Reason: decision.reason });
}

/** Returns the named user. Several matches name nobody. CredentialHolderName is the user token. */
function namedUser({ matches }: Decision): { CredentialToken: string; CredentialHolderName: string } {
  const [only, ...others] = matches;
  if (!only || others.length > 0) return { CredentialToken: "", CredentialHolderName: "" };
  return { CredentialToken: only.token, CredentialHolderName: only.UserToken };
}

function logInput(state: AxisState, point: AccessPoint, idData: readonly IdData[]): void {
  const reader = point.IdPointDevice[0]?.IdPoint ?? "";
  const pin = idData.find((entry) => entry.Name === "PIN");
  const rex = idData.find((entry) => entry.Name === "REX");
  state.log("IdPoint/Activity", { IdPointToken: reader });
  if (pin) state.log("IdPoint/Request/PIN", { IdPointToken: reader, PIN: pin.Value });
  if (rex) state.log("IdPoint/Request/REX", { IdPointToken: reader, REX: rex.Value });
  const typed = idData.map((entry) => `${entry.Name}=${entry.Value}`).join(";");
  state.log("IdPoint/Request/IdData", { IdPointToken: reader, IdData: typed });
}

/** Presses the exit button on the inside. */
export function pressExit(state: AxisState, doorToken: string): void {
  const exit = accessPointsOf(state, doorToken).find(isExit);
  if (!exit) throw notFound();
  state.advance();
  logInput(state, exit, [{ Name: "REX", Value: "Active" }]);
  state.log("AccessControl/AccessGranted/Anonymous", { AccessPointToken: exit.token });
  if (accessDoor(state, doorToken)) {
    walkThrough(state, doorToken, () =>
      state.log("AccessControl/AccessTaken/Anonymous", { AccessPointToken: exit.token }),
    );
  }
  state.changed();
}

function fitsReader(state: AxisState, point: AccessPoint | null, idData: readonly IdData[]): boolean {
  const pin = idData.find((entry) => entry.Name === "PIN");
  // Fault point: sim-axis-pin-size.
  if (!pin || !state.switches.readerChecksPinSize) return true;
  const readers = (point?.IdPointDevice ?? []).map((device) => state.idPoints.get(device.IdPoint));
  return readers.every(
    (reader) => !reader || (pin.Value.length >= reader.MinPINSize && pin.Value.length <= reader.MaxPINSize),
  );
}
