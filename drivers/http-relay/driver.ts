// Any relay with a web address. The "macro id" is the opening request, e.g. `POST /relay/0?turn=on`; default GET.
import { randomUUID } from "node:crypto";
import {
  AuthFailedError,
  BasicOverHttpRefusedError,
  DeviceError,
  DeviceFailedError,
  OverloadedError,
} from "../errors.ts";
import type { DeviceRequest } from "../exchange.ts";
import { basicAuthorization } from "../negotiated-session.ts";
import type { DeviceConnection, MacroOutcome, PlateController } from "../port.ts";
import { createTransport, type DriverOptions } from "../transport.ts";

export function createHttpRelayDriver(connection: DeviceConnection, options: DriverOptions): PlateController {
  const transport = createTransport(connection, { ...options, connections: 2 });
  const send = async (request: DeviceRequest) => {
    if (connection.username === "") return await transport.exchange(request);
    if (!transport.encrypted && !connection.allowPlainHttp) throw new BasicOverHttpRefusedError();
    return await transport.exchange(request, basicAuthorization(connection));
  };
  return {
    async identify({ macroId = null } = {}) {
      // A test must not send the opening request.
      const { status } = await send({ method: "GET", path: "/", read: "none" });
      if (status === 401 || status === 403) throw new AuthFailedError(status);
      if (status >= 500) throw new DeviceFailedError(status, "no reason given");
      return {
        vendor: "http_relay",
        model: null,
        firmware: null,
        serial: null,
        certificate: transport.certificate(),
        clockSkewMs: transport.clockSkewMs(),
        units: null,
        warnings: [
          ...(macroId !== null && readCommand(macroId) === null ? ["macro_missing"] : []),
          ...(transport.encrypted ? [] : ["plain_http"]),
        ],
      };
    },
    listMacros: async () => [],
    async executeMacro(macroId, { timeoutMs }) {
      const command = readCommand(macroId);
      if (command === null) return refused("item_not_found");
      try {
        const { status } = await send({ ...command, read: "none", timeoutMs, freshConnection: true });
        return judge(status);
      } catch (error) {
        if (!(error instanceof DeviceError)) throw error;
        return { ...refused(error.code), outcome: error.outcomeUnknown ? "unknown" : "refused" };
      }
    },
    addVehicle: async () => ({ vehicleId: randomUUID() }),
    close: () => transport.close(),
  };
}

function readCommand(macroId: string): Pick<DeviceRequest, "method" | "path"> | null {
  const [, method = "GET", path] = /^(?:(GET|POST)\s+)?(\/[\x21-\x7e]*)$/.exec(macroId.trim()) ?? [];
  return path === undefined ? null : { method: method === "POST" ? "POST" : "GET", path };
}

function refused(reason: string, httpStatus: number | null = null): MacroOutcome {
  return { outcome: "refused", httpStatus, reason };
}

function judge(status: number): MacroOutcome {
  if (status >= 200 && status < 300) return { outcome: "executed", httpStatus: status, reason: null };
  if (status === 401 || status === 403) return refused(new AuthFailedError(status).code, status);
  if (status === 503 || status === 429) return refused(new OverloadedError(status, null).code, status);
  if (status === 400 || status === 404) return refused("item_not_found", status);
  return refused(status >= 500 ? "device_failed" : "not_this_kind_of_device", status);
}
