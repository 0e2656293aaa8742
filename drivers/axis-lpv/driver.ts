// Drives a camera with AXIS License Plate Verifier. The camera pushes its reads (push.ts), and one of its own outputs opens the gate.
import { randomUUID } from "node:crypto";
import { relayPreset } from "#contract/relay-presets.ts";
import { NotThisKindOfDeviceError } from "../errors.ts";
import { refused } from "../http-relay/read-answer.ts";
import { createRelay } from "../http-relay/relay.ts";
import type { DeviceConnection, PlateController } from "../port.ts";
import { createSignInMemory } from "../sign-in-memory.ts";
import type { DriverOptions } from "../transport.ts";
import { createPlateList } from "./plate-list.ts";
import { setUpPush } from "./push-settings.ts";
import { createLpvSession } from "./session.ts";

/** A page that exists where the app is installed; reading the page changes nothing. */
const APP_PAGE = "/local/fflprapp/cloud.cgi";
/** Date headers have whole seconds. */
const CLOCK_WRONG_MS = 3_000;
const OUTPUT = /^[1-9]\d?$/;

/** Creates the driver. The macro of such a gate is the number of the camera's output. */
export function createAxisLpvDriver(saved: DeviceConnection, options: DriverOptions): PlateController {
  // All pages of the camera share one account.
  const connection = { ...saved, signIn: saved.signIn ?? createSignInMemory(options.clock) };
  const outputs = new Map<string, ReturnType<typeof createRelay>>();
  const output = (unit: string) => {
    const open = outputs.get(unit);
    if (open) return open;
    const relay = createRelay(connection, { ...relayPreset("axis_io"), unit, probe: APP_PAGE }, options);
    outputs.set(unit, relay);
    return relay;
  };
  const session = createLpvSession(connection, options);
  return {
    async identify({ macroId = null } = {}) {
      const isOutput = macroId === null || OUTPUT.test(macroId);
      const relay = output(isOutput ? (macroId ?? "1") : "1");
      const { answered, status } = await relay.probe();
      if (!answered) throw new NotThisKindOfDeviceError(`no License Plate Verifier (HTTP ${status})`);
      const { transport } = relay;
      return {
        vendor: "axis_lpv",
        model: null,
        firmware: null,
        serial: null,
        certificate: transport.certificate(),
        clockSkewMs: transport.clockSkewMs(),
        units: null,
        warnings: [
          ...(isOutput ? [] : ["macro_missing"]),
          // Reads are timed by the camera's clock, and an old read opens nothing.
          ...(Math.abs(transport.clockSkewMs() ?? 0) > CLOCK_WRONG_MS ? ["camera_clock_wrong"] : []),
          ...(transport.encrypted ? [] : ["plain_http"]),
        ],
      };
    },
    listMacros: async () => [],
    executeMacro: async (macroId, { timeoutMs }) =>
      OUTPUT.test(macroId) ? await output(macroId).open({ timeoutMs }) : refused("item_not_found"),
    addVehicle: async () => ({ vehicleId: randomUUID() }),
    plateList: createPlateList(session),
    setUpPush: (target) => setUpPush(session, target),
    endHold: () => connection.signIn.endHold(),
    close: async () => {
      await Promise.all([session, ...outputs.values()].map((one) => one.close()));
    },
  };
}
