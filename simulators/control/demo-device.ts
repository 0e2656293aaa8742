import { type AxisSimulator, startAxisSimulator } from "../axis/server.ts";
import type { AxisSnapshot } from "../axis/state.ts";
import { type LpvSimulator, startLpvSimulator } from "../axis-lpv/server.ts";
import { type AxxonSimulator, startAxxonSimulator } from "../axxon/server.ts";
import type { AxxonSnapshot } from "../axxon/state.ts";
import type {
  AxisDescription,
  AxxonDescription,
  CameraDescription,
  DeviceDescription,
  RelayDescription,
} from "../demo-devices.ts";
import { type RelaySimulator, startRelaySimulator } from "../relay/server.ts";
import type { RelaySnapshot } from "../relay/state.ts";
import type { SavedState } from "./saved-state.ts";

const SAVED_EVENTS = 500;

export type DemoDevice =
  | { kind: "axis"; description: AxisDescription; simulator: AxisSimulator; savedVersion: number }
  | { kind: "axxon_lpr"; description: AxxonDescription; simulator: AxxonSimulator; savedVersion: number }
  | { kind: "http_relay"; description: RelayDescription; simulator: RelaySimulator; savedVersion: number }
  | { kind: "axis_lpv"; description: CameraDescription; simulator: LpvSimulator; savedVersion: number };

/** Starts a device of the demo, with the state that was saved of it. */
export async function startDemoDevice(
  description: DeviceDescription,
  port: number,
  saved: SavedState,
): Promise<DemoDevice> {
  const snapshot = saved.read(`device-${description.id}`);
  const users = { [description.username]: description.password };
  if (description.kind === "axis") {
    const { model, serial, https, policy, doors, seed } = description;
    const restore = isAxisSnapshot(snapshot) ? { restore: snapshot } : seed ? { seed } : {};
    const simulator = await startAxisSimulator({ model, serial, https, policy, doors, users, port, ...restore });
    return { kind: "axis", description, simulator, savedVersion: -1 };
  }
  if (description.kind === "http_relay") {
    const { brand, https, username, password } = description;
    const restore = isRelaySnapshot(snapshot) ? { restore: snapshot } : {};
    const simulator = await startRelaySimulator({ brand, https, username, password, port, ...restore });
    return { kind: "http_relay", description, simulator, savedVersion: -1 };
  }
  if (description.kind === "axis_lpv") {
    const { https, username, password } = description;
    const restore = isRelaySnapshot(snapshot) ? { restore: snapshot } : {};
    const simulator = await startLpvSimulator({ https, username, password, port, ...restore });
    return { kind: "axis_lpv", description, simulator, savedVersion: -1 };
  }
  const { profile, https, macroId, macroName, name } = description;
  const simulator = await startAxxonSimulator({
    profile,
    https,
    port,
    users,
    node: name.toUpperCase().replaceAll(/[^A-Z]/g, ""),
    macros: [{ id: macroId, name: macroName }],
    ...(isAxxonSnapshot(snapshot) ? { restore: snapshot } : {}),
  });
  return { kind: "axxon_lpr", description, simulator, savedVersion: -1 };
}

/** Saves the device's state when it has changed. */
export function saveDemoDevice(device: DemoDevice, saved: SavedState): void {
  const { version } = device.simulator.state;
  if (device.savedVersion === version) return;
  const name = `device-${device.description.id}`;
  if (device.kind !== "axis") saved.write(name, device.simulator.state.dump());
  else {
    const dump = device.simulator.state.dump();
    saved.write(name, { ...dump, events: dump.events.slice(-SAVED_EVENTS) });
  }
  device.savedVersion = version;
}

function isAxisSnapshot(value: unknown): value is AxisSnapshot {
  return typeof value === "object" && value !== null && "credentials" in value && "idPoints" in value;
}

function isRelaySnapshot(value: unknown): value is RelaySnapshot {
  return typeof value === "object" && value !== null && "brand" in value && "pulses" in value;
}

function isAxxonSnapshot(value: unknown): value is AxxonSnapshot {
  return typeof value === "object" && value !== null && "openings" in value && "log" in value;
}
