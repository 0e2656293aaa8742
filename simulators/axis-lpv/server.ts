// A camera with AXIS License Plate Verifier: it pushes its reads, and its own output opens the gate.
import { type RelaySimulator, type RelaySimulatorOptions, startRelaySimulator } from "../relay/server.ts";
import { LpvCamera } from "./camera.ts";

export interface LpvSimulator extends RelaySimulator {
  readonly camera: LpvCamera;
}

export interface LpvSimulatorOptions extends Omit<RelaySimulatorOptions, "brand"> {
  sensor?: string;
}

/** Starts a camera at a free port if none is given. `sensor`: the id in its reads. */
export async function startLpvSimulator({
  sensor = "defaultID",
  ...options
}: LpvSimulatorOptions = {}): Promise<LpvSimulator> {
  const relay = await startRelaySimulator({ ...options, brand: "axis-lpv" });
  return Object.defineProperty(relay, "camera", { value: new LpvCamera(relay.state, sensor) }) as LpvSimulator;
}
