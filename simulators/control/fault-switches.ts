import type { AxisSimulator } from "../axis/server.ts";
import type { AxisState } from "../axis/state.ts";
import type { LpvSimulator } from "../axis-lpv/server.ts";
import type { AxxonSimulator } from "../axxon/server.ts";
import type { NetworkFault } from "../network/faults.ts";
import type { RelaySimulator } from "../relay/server.ts";

export const FAULT_SWITCHES: Record<string, NetworkFault> = {
  slow: { kind: "latency", ms: 20_000 },
  error500: { kind: "html", status: 500 },
  busy503: { kind: "status", status: 503 },
  refuse401: { kind: "status", status: 401 },
  hang: { kind: "hang" },
  garbage: { kind: "garbage" },
  lostReply: { kind: "reset-after" },
};

const OFFLINE = "offline";
const DAY_MS = 86_400_000;

type Simulator = AxisSimulator | AxxonSimulator | RelaySimulator | LpvSimulator;

const switchedOn = new WeakMap<Simulator, Map<string, () => void>>();

/** Returns the names of the faults that are on. */
export function activeSwitches(simulator: Simulator): string[] {
  const names = [...(switchedOn.get(simulator)?.keys() ?? [])];
  return simulator.online ? names : [OFFLINE, ...names];
}

/** Switches a fault on or off; false for an unknown name. */
export async function setSwitch(simulator: Simulator, name: string, on: boolean): Promise<boolean> {
  if (name === OFFLINE) {
    if (on) await simulator.faults.offline();
    else await simulator.faults.online();
    return true;
  }
  const fault = FAULT_SWITCHES[name];
  if (!fault) return false;
  const own = switchedOn.get(simulator) ?? new Map<string, () => void>();
  switchedOn.set(simulator, own);
  own.get(name)?.();
  own.delete(name);
  if (on) own.set(name, simulator.faults.add(fault));
  return true;
}

/** Causes a fault that passes by itself; false for an unknown name. */
export async function runOneTimeFault(simulator: Simulator, name: string): Promise<boolean> {
  switch (name) {
    case "restart":
      await simulator.faults.restart();
      return true;
    case "change-certificate":
      simulator.faults.changeCertificate();
      return true;
    case "clock-wrong":
      simulator.faults.clockSkew(DAY_MS);
      return true;
    case "clock-right":
      simulator.faults.clockSkew(0);
      return true;
    case "relay-blocked":
    case "relay-free":
      if (!("block" in simulator.faults)) return false;
      simulator.faults.block(name === "relay-blocked");
      return true;
    case "lose-answer":
      if (!("camera" in simulator)) return false;
      simulator.camera.loseAnswers = 1;
      return true;
    case "send-buffered":
      if (!("camera" in simulator)) return false;
      await simulator.camera.sendBuffered();
      return true;
    default:
      return "wipe" in simulator.faults ? axisMishap(simulator.faults, name) : false;
  }
}

function axisMishap(faults: AxisSimulator["faults"], name: string): boolean {
  switch (name) {
    case "wipe":
      faults.wipe();
      return true;
    case "replace-hardware":
      faults.replaceHardware();
      return true;
    case "reconfigure-doors":
      faults.reconfigureDoors();
      return true;
    case "tamper":
      faults.editByHand((state) => logAtReader(state, "IdPoint/Tampering"));
      return true;
    case "battery-low":
      faults.editByHand((state) => logAtReader(state, "IdPoint/Status/BatteryAlarm"));
      return true;
    case "open-casing":
      faults.editByHand((state) => state.log("Device/Casing/Open", { State: "1" }));
      return true;
    case "edit-by-hand":
      faults.editByHand((state) => {
        const [credential] = state.credentials.values();
        const pin = credential?.IdData.find((entry) => entry.Name === "PIN");
        if (credential && pin) {
          const others = credential.IdData.filter((entry) => entry.Name !== "PIN");
          const last = Number(pin.Value.at(-1) ?? 0);
          const Value = `${pin.Value.slice(0, -1)}${(last + 1) % 10}`;
          state.credentials.set(credential.token, { ...credential, IdData: [...others, { Name: "PIN", Value }] });
        }
      });
      return true;
    default:
      return false;
  }
}

function logAtReader(state: AxisState, topic: string): void {
  const [reader = ""] = state.idPoints.keys();
  state.log(topic, { IdPointToken: reader, State: "1" });
}
