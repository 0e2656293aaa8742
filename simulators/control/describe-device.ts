import { accessPointsOf } from "../axis/reader.ts";
import type { AxisSimulator } from "../axis/server.ts";
import type { AxxonSimulator } from "../axxon/server.ts";
import { PROFILES } from "../axxon/switches.ts";
import type { AxisDescription, AxxonDescription, CameraDescription, RelayDescription } from "../demo-devices.ts";
import { BRAND_RULES } from "../relay/brands.ts";
import type { RelaySimulator } from "../relay/server.ts";
import type { DemoDevice } from "./demo-device.ts";
import { activeSwitches } from "./fault-switches.ts";
import { pinAlone } from "./refusal.ts";

const NEWEST_EVENTS = 12;

/** Topics shown; reader input is left out, because it contains PINs. */
const SHOWN_TOPICS = /^(AccessControl|Door\/State\/(DoorMode|DoorAlarm)|IdPoint\/(Tampering|Status)|Device\/Casing)/;

export function describeDevice(device: DemoDevice): Record<string, unknown> {
  if (device.kind === "axis") return describeAxis(device.description, device.simulator);
  if (device.kind === "axxon_lpr") return describeGate(device.description, device.simulator);
  const { description, simulator } = device;
  return describeRelay(description, simulator, "camera" in simulator ? simulator.camera : simulator.reader);
}

function common(description: DemoDevice["description"], simulator: DemoDevice["simulator"]) {
  return {
    id: description.id,
    kind: description.kind,
    name: description.name,
    host: simulator.host,
    port: simulator.port,
    url: simulator.url,
    https: description.https,
    username: description.username,
    password: description.password,
    online: simulator.online,
    faults: activeSwitches(simulator),
    calls: simulator.requests.total(),
  };
}

function describeAxis(description: AxisDescription, simulator: AxisSimulator): Record<string, unknown> {
  const { state } = simulator;
  state.advance();
  const doors = [...state.doors.values()].map((door) => {
    const [entrance] = accessPointsOf(state, door.token);
    const reader = state.idPoints.get(entrance?.IdPointDevice[0]?.IdPoint ?? "");
    const { mode, physical, alarm, openings } = state.doorState(door.token);
    return {
      token: door.token,
      name: door.Name,
      mode,
      physical,
      alarm,
      openings,
      ...pinAlone(state, entrance?.AuthenticationProfile ?? []),
      pinMin: reader?.MinPINSize ?? 0,
      pinMax: reader?.MaxPINSize ?? 0,
    };
  });
  return {
    ...common(description, simulator),
    model: state.model,
    firmware: state.firmware,
    serial: state.serial,
    people: state.users.size,
    credentials: state.credentials.size,
    clockOffsetMs: state.clock.offsetMs,
    doors,
    events: state.events
      .newest(200)
      .filter((event) => SHOWN_TOPICS.test(event.topic))
      .slice(0, NEWEST_EVENTS)
      .map((event) => ({
        id: event.rowid,
        at: Math.floor(event.micros / 1000),
        topic: event.topic,
        reason: event.data["Reason"] ?? null,
        state: event.data["State"] ?? null,
        who: nameOf(simulator, event.data["CredentialHolderName"]),
        door: doorOf(simulator, event.data),
      })),
  };
}

function describeGate(description: AxxonDescription, simulator: AxxonSimulator): Record<string, unknown> {
  const { state } = simulator;
  return {
    ...common(description, simulator),
    model: PROFILES[simulator.profile].version,
    profile: simulator.profile,
    serial: null,
    macroId: description.macroId,
    plates: state.items.size,
    gateOpen: simulator.gateOpen,
    closesInMs: Math.max(0, state.openUntil - state.world()),
    openings: simulator.openings.length,
    lastOpening: simulator.openings.at(-1)?.at ?? null,
    webhook: state.webhook ? { url: state.webhook.url, username: state.webhook.username } : null,
    log: simulator.log.slice(-NEWEST_EVENTS).toReversed(),
  };
}

function describeRelay(
  description: RelayDescription | CameraDescription,
  simulator: RelaySimulator,
  reader: Pick<RelaySimulator["reader"], "webhook" | "log">,
): Record<string, unknown> {
  const { state } = simulator;
  return {
    ...common(description, simulator),
    model: BRAND_RULES[simulator.brand].model,
    serial: null,
    plates: simulator.brand === "axis-lpv" ? state.app.allowed.size : null,
    gateOpen: state.open,
    closesInMs: Math.max(0, state.openUntil - state.world()),
    openings: simulator.pulses.length,
    lastOpening: simulator.pulses.at(-1)?.at ?? null,
    webhook: reader.webhook ? { url: reader.webhook.url, username: reader.webhook.username } : null,
    log: reader.log.slice(-NEWEST_EVENTS).toReversed(),
  };
}

/** Describes each plate of the device's own lists, with its list. */
export function describePlates(device: Exclude<DemoDevice, { kind: "axis" }>): { plate: string; list: string }[] {
  if (device.kind !== "axxon_lpr")
    return [...device.simulator.state.app.allowed.values()].map(({ plate, description }) => ({
      plate,
      list: description,
    }));
  const { lists, items } = device.simulator.state;
  return [...lists.values()].flatMap(({ name, item_ids }) =>
    item_ids.flatMap((id) => {
      const item = items.get(id);
      return item ? [{ plate: item.data_string, list: name }] : [];
    }),
  );
}

/** Describes people, with PINs on request only. */
export function describePeople(simulator: AxisSimulator, withPins: boolean): Record<string, unknown>[] {
  const { state } = simulator;
  const people = [...state.credentials.values()].map((credential) => {
    const pin = credential.IdData.find((entry) => entry.Name === "PIN")?.Value ?? null;
    const points = credential.CredentialAccessProfile.flatMap(
      ({ AccessProfile }) => state.accessProfiles.get(AccessProfile)?.AccessPolicy ?? [],
    );
    const doors = points.flatMap(({ AccessPoint }) => state.accessPoints.get(AccessPoint)?.Entity ?? []);
    return {
      userToken: credential.UserToken,
      credentialToken: credential.token,
      name: nameOf(simulator, credential.UserToken) ?? "",
      digits: pin?.length ?? 0,
      ...(withPins ? { pin } : {}),
      validFrom: credential.ValidFrom,
      validTo: credential.ValidTo,
      enabled: credential.Enabled && credential.Status === "Enabled",
      doors: [...new Set(doors)].map((token) => state.doors.get(token)?.Name ?? token),
    };
  });
  const owners = new Set(people.map((person) => person.userToken));
  const without = [...state.users.values()]
    .filter((user) => !owners.has(user.token))
    .map((user) => ({
      userToken: user.token,
      credentialToken: null,
      name: nameOf(simulator, user.token) ?? user.Name,
      digits: 0,
      validFrom: "",
      validTo: "",
      enabled: true,
      doors: [],
    }));
  return [...people, ...without];
}

/** Returns first and last name of a user on the device; null for an unknown one. */
export function nameOf(simulator: AxisSimulator, userToken: string | undefined): string | null {
  const stored = userToken ? simulator.state.users.get(userToken)?.Name : undefined;
  return stored ? stored.split(", ").toReversed().join(" ") : null;
}

function doorOf(simulator: AxisSimulator, data: Record<string, string>): string {
  const { state } = simulator;
  const token = data["DoorToken"] ?? state.accessPoints.get(data["AccessPointToken"] ?? "")?.Entity ?? "";
  return state.doors.get(token)?.Name ?? "";
}
