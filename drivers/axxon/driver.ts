import { randomUUID } from "node:crypto";
import {
  AuthFailedError,
  DeviceError,
  ItemNotFoundError,
  NotThisKindOfDeviceError,
  UnsupportedFirmwareError,
} from "../errors.ts";
import {
  type DeviceConnection,
  type DeviceIdentity,
  MACRO_DISABLED,
  MACRO_MISSING,
  type PlateController,
} from "../port.ts";
import { createTransport, type DriverOptions } from "../transport.ts";
import { PATHS } from "./endpoints.ts";
import { readFrame } from "./frame.ts";
import { executeMacro, hasMacro, isSwitchedOff, listMacros } from "./macros.ts";
import { addToPlateList, changePlateList, readPlateList } from "./plate-list.ts";
import { readJson } from "./replies.ts";
import { type AxxonSession, createAxxonSession } from "./session.ts";
import { wireHosts, wireVersion } from "./wire.ts";

const CONNECTIONS = 4;
const CLOCK_SKEW_WARNING_MS = 30_000;

/** Creates the driver, which connects at its first call. */
export function createAxxonDriver(connection: DeviceConnection, options: DriverOptions): PlateController {
  const transport = createTransport(connection, { ...options, connections: CONNECTIONS });
  const session = createAxxonSession(transport, { ...connection, clock: options.clock });

  return {
    async identify({ macroId = null } = {}) {
      const { version } = await readVersion(session);
      const macros = await readMacros(session);
      const clockSkewMs = transport.clockSkewMs();
      const warnings = [...macros.warnings];
      if (macroId !== null && macroId !== "" && macros.list && !hasMacro(macros.list, macroId))
        warnings.push(MACRO_MISSING);
      else if (macroId && (await isSwitchedOff(session, macroId))) warnings.push(MACRO_DISABLED);
      if (clockSkewMs !== null && Math.abs(clockSkewMs) > CLOCK_SKEW_WARNING_MS) warnings.push("clock_skew");
      if (!transport.encrypted) warnings.push("plain_http");
      const units = macros.list?.length ?? null;
      const identity: DeviceIdentity = {
        vendor: "axxonsoft",
        ...splitVersion(version),
        serial: null,
        certificate: transport.certificate(),
        clockSkewMs,
        units,
        warnings,
      };
      return identity;
    },
    listMacros: () => listMacros(session),
    executeMacro: (macroId, { timeoutMs }) =>
      executeMacro({ session, monotonic: () => options.clock.monotonic() }, macroId, timeoutMs),
    addVehicle: async ({ plateNumber, onList = false }) => ({
      vehicleId: onList ? await addToPlateList(session, plateNumber) : randomUUID(),
    }),
    plateList: { read: () => readPlateList(session), change: (change) => changePlateList(session, change) },
    readFrame: (frame, { timeoutMs }) =>
      readFrame({ session, transport }, frame, { timeoutMs, monotonic: () => options.clock.monotonic() }),
    endHold: () => session.endHold(),
    async close() {
      try {
        await session.logout();
      } catch (error) {
        if (!(error instanceof DeviceError)) throw error;
        options.log?.debug({ code: error.code }, "the server did not receive the logout");
      } finally {
        await transport.close();
      }
    },
  };
}

async function readVersion(session: AxxonSession): Promise<{ version: string }> {
  try {
    return readJson(await session.send({ method: "GET", path: PATHS.version }), wireVersion);
  } catch (error) {
    if (!(error instanceof ItemNotFoundError)) throw error;
    if (await answersAsAxxon(session)) throw new UnsupportedFirmwareError("no version call", { cause: error });
    throw new NotThisKindOfDeviceError("no Axxon web server at this address", { cause: error });
  }
}

async function answersAsAxxon(session: AxxonSession): Promise<boolean> {
  try {
    return readJson(await session.send({ method: "GET", path: PATHS.hosts }), wireHosts).length >= 0;
  } catch (error) {
    if (error instanceof DeviceError && !error.outcomeUnknown) return false;
    throw error;
  }
}

/** Lists macros. An account may lack the right to do so: that is a warning, since the gate may still open. */
async function readMacros(session: AxxonSession) {
  try {
    return { list: await listMacros(session), warnings: [] };
  } catch (error) {
    if (!(error instanceof ItemNotFoundError || (error instanceof AuthFailedError && error.status === 403)))
      throw error;
    return { list: null, warnings: ["macro_list_unavailable"] };
  }
}

/** Splits a version such as "Axxon One 2.0.8.45". */
function splitVersion(text: string): { model: string | null; firmware: string | null } {
  const [, model, firmware] = /^(.*?)\s*(\d+(?:\.\d+)+.*)$/.exec(text.trim()) ?? [];
  return firmware === undefined ? { model: text.trim(), firmware: null } : { model: model || null, firmware };
}
