// Drives any relay with a web address. The driver reads no plates: any sender that can post a plate can have the gate opened here.
import { randomUUID } from "node:crypto";
import { NotThisKindOfDeviceError } from "../errors.ts";
import type { DeviceConnection, PlateController } from "../port.ts";
import type { DriverOptions } from "../transport.ts";
import { refused } from "./read-answer.ts";
import { createRelay } from "./relay.ts";

/** Creates the driver. Without a request in `connection.relay`, each call says that the relay is not set up. */
export function createHttpRelayDriver(connection: DeviceConnection, options: DriverOptions): PlateController {
  const request = connection.relay ?? null;
  if (request === null) return unconfigured();
  const relay = createRelay(connection, request, options);
  return {
    async identify({ macroId = null } = {}) {
      const { answered, isAsked } = await relay.probe();
      const { transport } = relay;
      return {
        vendor: "http_relay",
        model: null,
        firmware: null,
        serial: null,
        certificate: transport.certificate(),
        clockSkewMs: transport.clockSkewMs(),
        units: null,
        warnings: [
          ...(macroId !== null && macroId !== request.preset ? ["macro_missing"] : []),
          ...(answered ? [] : ["relay_unit_unknown"]),
          ...(answered || isAsked ? [] : ["password_not_asked"]),
          ...(transport.encrypted ? [] : ["plain_http"]),
        ],
      };
    },
    listMacros: async () => [],
    // The stored macro names the kind of request; another kind does not belong to this gate.
    executeMacro: async (macroId, { timeoutMs }) =>
      macroId === request.preset ? await relay.open({ timeoutMs }) : refused("item_not_found"),
    addVehicle: async () => ({ vehicleId: randomUUID() }),
    endHold: () => relay.endHold(),
    close: () => relay.close(),
  };
}

function unconfigured(): PlateController {
  return {
    identify: async () => {
      throw new NotThisKindOfDeviceError("no opening request is saved");
    },
    listMacros: async () => [],
    executeMacro: async () => refused("item_not_found"),
    addVehicle: async () => ({ vehicleId: randomUUID() }),
    close: async () => undefined,
  };
}
