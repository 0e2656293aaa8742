import type { Clock } from "../clock.ts";
import { NonsenseReplyError } from "../errors.ts";
import { createNegotiatedSession, type NegotiatedSession } from "../negotiated-session.ts";
import type { DeviceConnection, DeviceIdentity, DoorController, SystemLogResult } from "../port.ts";
import { createTransport, type DriverOptions, type Transport } from "../transport.ts";
import { axisAccessProfiles } from "./access-profiles.ts";
import { readBoot } from "./boot-id.ts";
import { type AxisClient, createAxisClient } from "./client.ts";
import { axisCredentials } from "./credentials.ts";
import { openDoor, readDoorState, setDoorLock } from "./door-commands.ts";
import { countDoors, readDoors, readersOf } from "./doors.ts";
import { CGI, SERVICES } from "./endpoints.ts";
import { changeHours } from "./hours/change-hours.ts";
import { keepHours } from "./hours/keep-hours.ts";
import { schedulesAt } from "./hours/schedule-active.ts";
import { checkSerial, readAccessControllers, readIdentity, serialInRealm } from "./identity.ts";
import { joinedProfiles } from "./joined-profiles.ts";
import { networkedUnits } from "./networked-units.ts";
import { axisEvents } from "./read-events.ts";
import { releaseDoor } from "./release-door.ts";
import { removeUnused } from "./unused-profiles.ts";
import { axisUsers } from "./users.ts";
import { wireVerdict } from "./wire.ts";

/** Above this skew a warning is shown, because validity follows the device's clock. */
const CLOCK_SKEW_WARNING_MS = 30_000;
/**
 * Units that count whole days (UNCONFIRMED beyond an ONVIF view, ValiditySupportsTimeValue=false; also harmless on a unit that stores
 * times) and form networks.
 */
const OLDER_KIND = /\bA1001\b/;
const LOG_LINES = 20;
const LOG_LINE_MAX = 300;

/** Creates the driver. Basic goes over TLS only, whatever `connection.allowPlainHttp` says. */
export function createAxisDriver(connection: DeviceConnection, options: DriverOptions): DoorController {
  const transport = createTransport(connection, { ...options, connections: 1 });
  const pinned = { serial: connection.serial };
  const session = createNegotiatedSession(transport, {
    username: connection.username,
    password: connection.password,
    clock: options.clock,
    // The realm contains the serial, so replaced hardware is detected before a credential is sent.
    onChallenges: (challenges) => {
      for (const { params } of challenges) checkSerial(pinned.serial, serialInRealm(params.get("realm")));
    },
  });
  return axisDoorController({ session, transport, connection, pinned, clock: options.clock });
}

export interface AxisParts {
  session: NegotiatedSession;
  transport: Transport;
  connection: DeviceConnection;
  /** The only unit that is met from now on; without a serial, the first that is identified. */
  pinned: { serial: string | null };
  clock: Clock;
}

/** Creates the driver on an existing session; closing it closes the transport. */
export function axisDoorController({ session, transport, connection, pinned, clock }: AxisParts): DoorController {
  const client = createAxisClient(session);
  const profiles = axisAccessProfiles(client, clock);
  const events = axisEvents(client);
  let accessController: string | null = null;

  const identify = async (): Promise<DeviceIdentity> => {
    const identity = await readIdentity(session);
    checkSerial(pinned.serial, identity.serial);
    const { own, all } = await readAccessControllers(client, identity);
    accessController = own;
    pinned.serial = identity.serial ?? pinned.serial;
    const units = await countDoors(client, pinned.serial);
    const clockSkewMs = transport.clockSkewMs();
    const warnings = clockSkewMs !== null && Math.abs(clockSkewMs) > CLOCK_SKEW_WARNING_MS ? ["clock_skew"] : [];
    const isOlderKind = OLDER_KIND.test(identity.model ?? "");
    const system = await networkedUnits(client, { isOlderKind, accessControllers: all });
    return {
      vendor: "axis",
      ...identity,
      wholeDays: isOlderKind,
      system,
      certificate: transport.certificate(),
      clockSkewMs,
      units,
      warnings,
    };
  };

  return {
    identify,
    readDoors: () => readDoors(client, pinned.serial, clock.now()),
    ...profiles,
    ...axisUsers(client, clock),
    ...axisCredentials(client, clock, joinedProfiles(profiles)),
    async verifyPin(pin, doorToken) {
      accessController ??= (await readAccessControllers(client, { model: null, firmware: null, serial: pinned.serial }))
        .own;
      return await verifyPin(client, { accessController, pin, doorToken });
    },
    changeHours: (schedules) => changeHours(client, schedules),
    keepHours: (schedule, changed) => keepHours(client, clock, schedule, changed),
    schedulesAt: (schedules, at) => schedulesAt(client, clock, schedules, at),
    removeUnusedProfiles: (used) => removeUnused(client, used),
    async readEvents(cursor, limit) {
      const page = await events.read(cursor, limit);
      return page === "unsupported" ? page : { ...page, clockSkewMs: transport.clockSkewMs() };
    },
    readDoorState: (doorToken) => readDoorState(client, doorToken),
    openDoor: (doorToken, options) => openDoor({ session, client, clock }, doorToken, options),
    setDoorLock: (doorToken, lock) => setDoorLock(client, doorToken, lock),
    releaseDoor: (doorToken) => releaseDoor(client, doorToken),
    readBoot: () => readBoot(session),
    systemLog: () => readSystemLog(session, transport, connection.baseUrl),
    close: () => transport.close(),
  };
}

/** Asks about a PIN; granted when one reader of the door would open. */
async function verifyPin(client: AxisClient, ask: { accessController: string; pin: string; doorToken: string }) {
  let reason: string | null = null;
  for (const { reader, action } of await readersOf(client, ask.doorToken)) {
    const result = await client.call(SERVICES.accessControl, "pacsaxis:VerifyRequest", {
      Token: ask.accessController,
      SourceToken: reader,
      TargetToken: ask.doorToken,
      // Fault point: axis-dry-run-asks-for-access.
      Action: action,
      IdData: [{ Name: "PIN", Value: ask.pin }],
    });
    const verdict = wireVerdict.safeParse(result);
    if (!verdict.success) throw new NonsenseReplyError("VerifyRequest in an unknown shape", { cause: verdict.error });
    reason = verdict.data.Reason || null;
    if (verdict.data.AccessGranted) return { granted: true, reason };
  }
  return { granted: false, reason };
}

/** Reads the system log, trying both addresses. A refusal is a result, not an error. */
async function readSystemLog(session: NegotiatedSession, transport: Transport, base: URL): Promise<SystemLogResult[]> {
  const results: SystemLogResult[] = [];
  for (const path of CGI.systemLogs) {
    const { status, text } = await session.send({ method: "GET", path, read: "head" });
    const ok = status === 200;
    const lines = ok ? text.split(/\r?\n/).filter((line) => line !== "") : [];
    const firstLines = lines.slice(0, LOG_LINES).map((line) => line.slice(0, LOG_LINE_MAX));
    results.push({ url: base.origin + transport.uriOf(path), status, ok, firstLines });
    if (status !== 404) break;
  }
  return results;
}
