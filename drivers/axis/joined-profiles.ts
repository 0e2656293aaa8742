// A credential takes at most twenty access profiles on an A1001 (firmware 1.65; newer models UNCONFIRMED). Beyond that, one joint profile,
// named after the set, combines its doors; only this file knows of it.
import { createHash } from "node:crypto";
import { setImmediate as othersTurn } from "node:timers/promises";
import { jointProfileName } from "#contract/made-texts.ts";
import { ItemNotFoundError } from "../errors.ts";
import { type DeviceDoorProfile, type DirectionHours, DOOR_PROFILE_PREFIX, type DoorController } from "../port.ts";

const MOST_PROFILES = 20;
const JOINED_PREFIX = "wp-doors-";
/** The start of a joint profile's description; a short name of each of its parts follows. */
const PARTS_PREFIX = "wp-parts:";
const SHORT_NAME = 6;
/** A description holds 1,024 characters. */
const MOST_PARTS = 150;

type Profiles = Pick<DoorController, "listProfiles" | "putDoorProfile">;

export interface JoinedProfiles {
  shorten(profileTokens: readonly string[]): Promise<string[]>;
  /** Replaces joint profiles by the doors' own. A joint profile that contradicts its name stays as it is. */
  expand(lists: readonly (readonly string[])[]): Promise<string[][]>;
}

/** Creates the calls. `shorten` returns at most twenty tokens, and writes a joint profile when there would be more. */
export function joinedProfiles({ listProfiles, putDoorProfile }: Profiles): JoinedProfiles {
  return {
    async shorten(profileTokens) {
      if (profileTokens.length <= MOST_PROFILES) return [...profileTokens];
      const ours = profileTokens.filter((token) => token.startsWith(DOOR_PROFILE_PREFIX));
      const rest = profileTokens.filter((token) => !ours.includes(token));
      const known = new Map((await listProfiles()).map((profile) => [profile.token, profile]));
      const doors = ours.map((token) => {
        const profile = known.get(token);
        if (!profile) throw new ItemNotFoundError(200, `no access profile ${token}`);
        return profile;
      });
      const joined: string[] = [];
      // A profile's rules apply at all its doors, so only doors with equal rules are joined.
      // Fault point: axis-joined-by-pin-rule.
      for (const group of [...Map.groupBy(doors, rulesOf).values()].flatMap(inBatches)) {
        const parts = group.map((door) => door.token);
        const token = nameOf(parts);
        const points = group.flatMap((door) => door.accessPointTokens);
        const byHours = group.flatMap((door) => door.byHours ?? []);
        const [{ pinRules = [] } = {}] = group;
        const there = known.get(token);
        const stands =
          there &&
          isPlain(there) &&
          there.description === descriptionOf(parts) &&
          same(there.accessPointTokens, points) &&
          same(there.byHours?.map(keyOf), byHours.map(keyOf)) &&
          same(there.pinRules, pinRules);
        if (!stands)
          await putDoorProfile({
            token,
            name: jointProfileName(group.length),
            description: descriptionOf(parts),
            accessPointTokens: points,
            byHours,
            pinRules,
          });
        joined.push(token);
      }
      return [...joined, ...rest];
    },
    async expand(lists) {
      if (!lists.some((tokens) => tokens.some(isJoined))) return lists.map((tokens) => [...tokens]);
      const profiles = await listProfiles();
      const doors = profiles.filter((one) => one.token.startsWith(DOOR_PROFILE_PREFIX) && isPlain(one));
      const shortNames = byShortName(doors);
      const parts = new Map<string, string[] | null>();
      for (const one of profiles.filter(({ token }) => isJoined(token))) {
        parts.set(one.token, partsOf(one, { doors, shortNames }));
        // A unit may have any number of them.
        await othersTurn();
      }
      return lists.map((tokens) => tokens.flatMap((token) => parts.get(token) ?? [token]).sort());
    },
  };
}

/** The tokens of the doors' profiles by their short names, which take long to work out. */
type ShortNames = ReadonlyMap<string, readonly string[]>;

export function byShortName(doors: readonly { token: string }[]): ShortNames {
  return Map.groupBy(
    doors.map(({ token }) => token),
    shortName,
  );
}

interface Doors {
  doors: readonly DeviceDoorProfile[];
  shortNames: ShortNames;
}

/** Returns the doors' profiles that a joint profile combines; null where its content or its name is not theirs. */
function partsOf(joined: DeviceDoorProfile, { doors, shortNames }: Doors): string[] | null {
  if (!isPlain(joined)) return null;
  const names = namedParts({ token: joined.token, Description: joined.description }, shortNames);
  const named = doors.filter(({ token }) => names?.includes(token));
  if (names !== null && isMadeOf(joined, named)) return names;
  const points = new Set(joined.accessPointTokens);
  const hours = new Set(joined.byHours?.map(keyOf));
  const parts = doors.filter(
    ({ accessPointTokens, byHours = [] }) =>
      accessPointTokens.every((point) => points.has(point)) && byHours.every((one) => hours.has(keyOf(one))),
  );
  if (!isMadeOf(joined, parts)) return null;
  const doorsOf = [...Map.groupBy(parts, pointsOf).values()].map((own) => own.map(({ token }) => token));
  return choices(doorsOf).find((tokens) => nameOf(tokens) === joined.token) ?? null;
}

/** Returns which profiles a joint profile's description names; null where its own name does not confirm them. */
export function namedParts(
  { token, Description }: { token: string; Description: string | undefined },
  shortNames: ShortNames,
): string[] | null {
  const named = [...new Set(shortNamesIn(Description))].flatMap((name) => shortNames.get(name) ?? []);
  return nameOf(named) === token ? named : null;
}

function isMadeOf(joined: DeviceDoorProfile, parts: readonly DeviceDoorProfile[]): boolean {
  const covered = parts.flatMap((door) => door.accessPointTokens);
  const timed = parts.flatMap((door) => door.byHours?.map(keyOf) ?? []);
  return (
    parts.every((door) => same(door.pinRules, joined.pinRules)) &&
    same(covered, joined.accessPointTokens) &&
    same(timed, joined.byHours?.map(keyOf))
  );
}

function inBatches(doors: readonly DeviceDoorProfile[]): DeviceDoorProfile[][] {
  const sorted = doors.toSorted((one, other) => (one.token < other.token ? -1 : 1));
  const count = Math.ceil(sorted.length / MOST_PARTS);
  return Array.from({ length: count }, (_, index) => sorted.slice(index * MOST_PARTS, (index + 1) * MOST_PARTS));
}

/** Names the parts, since profiles of one door may differ in nothing but their tokens. */
function descriptionOf(tokens: readonly string[]): string {
  return PARTS_PREFIX + tokens.map(shortName).sort().join("");
}

function shortNamesIn(description = ""): string[] {
  if (!description.startsWith(PARTS_PREFIX)) return [];
  return description.slice(PARTS_PREFIX.length).match(new RegExp(`.{${SHORT_NAME}}`, "g")) ?? [];
}

function shortName(token: string): string {
  return createHash("sha256").update(token).digest("base64url").slice(0, SHORT_NAME);
}

/** Bounds the search for the parts of a joint profile whose description was lost. */
const MOST_CHOICES = 1_024;

/** Returns each way of taking one profile for every door. */
function choices(doors: readonly (readonly string[])[]): string[][] {
  if (doors.reduce((product, own) => product * own.length, 1) > MOST_CHOICES) return [];
  return doors.reduce<string[][]>((taken, own) => taken.flatMap((some) => own.map((token) => [...some, token])), [[]]);
}

function pointsOf({ accessPointTokens, byHours = [] }: DeviceDoorProfile): string {
  return [...accessPointTokens, ...byHours.map((one) => one.accessPointToken)].sort().join("\n");
}

/** Tells whether the profile joins the profiles of several doors. */
export function isJoined(token: string): boolean {
  return token.startsWith(JOINED_PREFIX);
}

function isPlain(profile: DeviceDoorProfile): boolean {
  return profile.enabled && profile.always && profile.accessPointTokens.length + (profile.byHours?.length ?? 0) > 0;
}

function keyOf({ accessPointToken, schedule }: DirectionHours): string {
  return `${accessPointToken} ${schedule}`;
}

function nameOf(tokens: readonly string[]): string {
  const digest = createHash("sha256")
    .update([...tokens].sort().join("\n"))
    .digest("hex");
  return `${JOINED_PREFIX}${digest.slice(0, 32)}`;
}

function rulesOf({ pinRules = [] }: DeviceDoorProfile): string {
  return pinRules.join("\n");
}

function same(left: readonly string[] = [], right: readonly string[] = []): boolean {
  return [...new Set(left)].sort().join("\n") === [...new Set(right)].sort().join("\n");
}
