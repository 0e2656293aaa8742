import { NonsenseReplyError } from "../errors.ts";
import type { DeviceDoor } from "../port.ts";
import { type AuthenticationRules, readAuthenticationProfiles } from "./authentication.ts";
import type { AxisClient } from "./client.ts";
import { SERVICES } from "./endpoints.ts";
import { NOBODY, weakestOf } from "./pin-use.ts";
import { readDoorSchedules, unlockHoursOf } from "./unlock-hours.ts";
import { calendarDay } from "./weekly-hours.ts";
import {
  valueText,
  type WireAccessPoint,
  type WireDoor,
  type WireIdPoint,
  wireAccessPoint,
  wireDoor,
  wireIdPoint,
} from "./wire.ts";

const ACCESS_POINTS = {
  service: SERVICES.accessControl,
  operation: "pacsaxis:GetAccessPointList",
  keys: ["AccessPoint", "AccessPointInfo"],
  item: wireAccessPoint,
};
const DOORS = {
  service: SERVICES.doorControl,
  operation: "tdc:GetDoorInfoList",
  keys: ["DoorInfo", "Door"],
  item: wireDoor,
};
const ID_POINTS = {
  service: SERVICES.idPoint,
  operation: "axtid:GetIdPointList",
  // The vendor's table has IdPointInfo, its sample IdPoint.
  // Fault point: axis-readers-under-one-name.
  keys: ["IdPoint", "IdPointInfo"],
  item: wireIdPoint,
};

const DEFAULT_ACTION = "Access";

/** The largest network has some hundred directions. Each door becomes a row of the portal, and a profile of the unit. */
const DIRECTIONS_MAX = 2_000;

/** Reads doors. Units of the older type form networks and list their neighbours' doors too. */
export async function readDoors(client: AxisClient, serial: string | null, now: Date): Promise<DeviceDoor[]> {
  const accessPoints = (await client.list(ACCESS_POINTS)).filter(isDoorDirection);
  if (accessPoints.length > DIRECTIONS_MAX) throw new NonsenseReplyError("more doors than a unit has");
  const doors = new Map((await client.list(DOORS)).map((door) => [door.token, door]));
  const readers = new Map((await client.list(ID_POINTS)).map((reader) => [reader.token, reader]));
  const rules = await readAuthenticationProfiles(client, now);
  const pinRule = rules.pinRule();
  const ownHours = await readDoorSchedules(client);
  const today = calendarDay(now);
  const directions = Map.groupBy(accessPoints, (point) => point.Entity);
  return [...directions]
    .filter(([token]) => isLocal(token, doors.get(token), serial))
    .map(([token, points]) => ({
      ...foldDoor(token, { points, door: doors.get(token), readers, rules }),
      pinRule,
      unlockHours: ownHours === null ? undefined : unlockHoursOf(ownHours.get(token), rules.schedules, today),
    }));
}

/** Counts the unit's own doors, without those that other units share with it. Throws DeviceError. */
export async function countDoors(client: AxisClient, serial: string | null): Promise<number> {
  return (await client.list(DOORS)).filter((door) => isLocal(door.token, door, serial)).length;
}

/** Returns a door's readers on the way in, each with the action that its access point asks for; any other action is never granted. */
export async function readersOf(client: AxisClient, doorToken: string): Promise<{ reader: string; action: string }[]> {
  const points = (await client.list(ACCESS_POINTS)).filter(
    (point) => isDoorDirection(point) && point.Entity === doorToken,
  );
  return entriesOf(points).flatMap((point) =>
    readerTokens(point).map((reader) => ({ reader, action: point.Action || DEFAULT_ACTION })),
  );
}

/** Maps each access point and each reader to its door token. */
export async function doorsByPart(client: AxisClient): Promise<Map<string, string>> {
  const points = (await client.list(ACCESS_POINTS)).filter(isDoorDirection);
  return new Map(
    points.flatMap((point) => [point.token, ...readerTokens(point)].map((token) => [token, point.Entity] as const)),
  );
}

function isDoorDirection(point: WireAccessPoint): boolean {
  const type = point.EntityType || point.Type;
  return point.Entity !== "" && (type === "" || /(^|:)Door$/.test(type));
}

/**
 * Tells whether a door belongs to this unit. A neighbour's door shows no capabilities; if no door does, the serial in the token decides.
 */
function isLocal(token: string, door: WireDoor | undefined, serial: string | null): boolean {
  if (door?.Capabilities) return Object.keys(door.Capabilities).length > 0;
  const mac = /^Axis-([0-9a-f]{12}):/i.exec(token)?.[1];
  return mac === undefined || serial === null || mac.toLowerCase() === serial.toLowerCase();
}

function readerTokens(point: WireAccessPoint): string[] {
  return point.IdPointDevice.map((device) => device.IdPoint).filter((token) => token !== "");
}

interface DoorParts {
  points: WireAccessPoint[];
  door: WireDoor | undefined;
  readers: ReadonlyMap<string, WireIdPoint>;
  rules: AuthenticationRules;
}

function foldDoor(token: string, { points, door, readers, rules }: DoorParts): DeviceDoor {
  const asking = points.filter((point) => {
    const profiles = point.AuthenticationProfile;
    return !rules.asksNobody(profiles) && (profiles.length > 0 || readerTokens(point).length > 0);
  });
  const sizes = asking.flatMap(readerTokens).flatMap((reader) => readers.get(reader) ?? []);
  const named = points.find((point) => point.Name !== "");
  return {
    doorToken: token,
    name: door?.Name || named?.Name || token,
    description: door?.Description || named?.Description || "",
    accessPointTokens: points.map((point) => point.token).sort(),
    entryTokens: entriesOf(points)
      .map((point) => point.token)
      .sort(),
    pinMin: strictest(
      Math.max,
      sizes.map((reader) => reader.MinPINSize),
    ),
    pinMax: strictest(
      Math.min,
      sizes.map((reader) => reader.MaxPINSize),
    ),
    ...weakestOf(
      (asking.length > 0 ? asking : points).map((point) =>
        point.Enabled === false ? NOBODY : rules.pinOf(point.AuthenticationProfile),
      ),
    ),
  };
}

/** Returns the directions that lead in; where none says so, all but those that lead out. */
function entriesOf(points: readonly WireAccessPoint[]): readonly WireAccessPoint[] {
  // Fault point: axis-way-out-without-hours.
  const entries = points.filter((point) => directionOf(point) === "in");
  const others = points.filter((point) => directionOf(point) !== "out");
  if (entries.length > 0) return entries;
  return others.length > 0 || points.length > 1 ? others : points;
}

function directionOf({ Attribute }: WireAccessPoint): string {
  return valueText(Attribute.find(({ Name }) => Name === "Direction")).toLowerCase();
}

function strictest(pick: (...values: number[]) => number, values: (number | null)[]): number | null {
  const limits = values.filter((value) => value !== null).filter((value) => value > 0);
  return limits.length === 0 ? null : pick(...limits);
}
