import { expect, test } from "vitest";
import { type DeviceDoorProfile, DOOR_PROFILE_PREFIX, type DoorProfilePut } from "../port.ts";
import { joinedProfiles } from "./joined-profiles.ts";

const DESCRIPTION_MAX = 1_024;

/** Returns a unit whose doors have two profiles each, alike in everything but their tokens. */
function unitOf(doors: number, keepsDescriptions = true) {
  const profiles = new Map<string, DeviceDoorProfile>();
  const put = async ({ description, ...profile }: DoorProfilePut) => {
    expect(description?.length ?? 0).toBeLessThanOrEqual(DESCRIPTION_MAX);
    const kept = keepsDescriptions && description !== undefined ? { description } : {};
    profiles.set(profile.token, { enabled: true, always: true, ...profile, ...kept });
    return profile.token;
  };
  const tokens = (set: string) => Array.from({ length: doors }, (_, door) => `${DOOR_PROFILE_PREFIX}${set}-${door}`);
  for (const token of [...tokens("a"), ...tokens("b")]) {
    const door = token.split("-").at(-1);
    const byHours = [{ accessPointToken: `in-${door}`, schedule: "wp-sch-1" }];
    profiles.set(token, {
      token,
      name: token,
      enabled: true,
      always: true,
      accessPointTokens: [`out-${door}`],
      byHours,
      pinRules: [],
    });
  }
  return {
    profiles,
    tokens,
    ...joinedProfiles({ listProfiles: async () => [...profiles.values()], putDoorProfile: put }),
  };
}

// Covers: device.13
test("doors of two sets that differ in nothing but their names are read back as the set that was written", async () => {
  const unit = unitOf(40);
  const [one, other] = [await unit.shorten(unit.tokens("a")), await unit.shorten(unit.tokens("b"))];
  expect([one.length, other.length]).toEqual([1, 1]);
  expect(one).not.toEqual(other);
  expect(await unit.expand([one, other])).toEqual([unit.tokens("a").sort(), unit.tokens("b").sort()]);
});

test("four hundred doors are a few joint profiles, the same in any order", async () => {
  const unit = unitOf(400);
  const joined = await unit.shorten(unit.tokens("a"));
  expect(joined).toHaveLength(3);
  expect(await unit.shorten(unit.tokens("a").toReversed())).toEqual(joined);
  expect(await unit.expand([joined])).toEqual([unit.tokens("a").sort()]);
});

test("a unit that drops descriptions has its few doors told apart by the joint profile's name", async () => {
  const unit = unitOf(21, false);
  for (const token of unit.tokens("b").slice(0, 12)) unit.profiles.delete(token);
  const mixed = [...unit.tokens("a").slice(0, 12), ...unit.tokens("b").slice(12)];
  expect(await unit.expand([await unit.shorten(mixed)])).toEqual([mixed.sort()]);
});

test("a description that names another set is not believed, and the next write puts it right", async () => {
  const unit = unitOf(40);
  const [[joined = ""], [other = ""]] = [await unit.shorten(unit.tokens("a")), await unit.shorten(unit.tokens("b"))];
  const [written, theirs] = [unit.profiles.get(joined), unit.profiles.get(other)];
  if (!written || !theirs) throw new Error("no joint profile");
  unit.profiles.set(joined, { ...written, description: theirs.description ?? "" });
  expect(await unit.expand([[joined]])).toEqual([[joined]]);
  await unit.shorten(unit.tokens("a"));
  expect(await unit.expand([[joined]])).toEqual([unit.tokens("a").sort()]);
});
