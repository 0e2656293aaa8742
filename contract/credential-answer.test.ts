import { describe, expect, test } from "vitest";
import {
  answerAt,
  CLOSED_REASONS,
  type ClosedReason,
  type CredentialFacts,
  type PlaceFacts,
  type ReplicaFacts,
} from "./credential-answer.ts";
import { SYNC_STATES } from "./devices.ts";

const now = new Date("2026-11-21T18:00:00Z");
const saved = new Date("2026-11-20T12:00:00Z");
const before = new Date("2026-11-19T12:00:00Z");
const after = new Date("2026-11-20T12:00:05Z");

const valid: CredentialFacts = { enabled: true, validFrom: before, validTo: new Date("2027-01-01"), savedAt: saved };
const synced: ReplicaFacts = { state: "synced", syncedAt: after, trouble: null };
const door: PlaceFacts = {
  kind: "door",
  isAssigned: true,
  beginsAt: null,
  isOffered: true,
  replica: synced,
  answers: true,
  reader: null,
};
const gate: PlaceFacts = { ...door, kind: "gate", replica: null };

const reasonOf = (credential: CredentialFacts, place: PlaceFacts) => {
  const answer = answerAt(credential, place, now);
  return answer.opens ? null : answer.reason;
};

describe("a code at a door", () => {
  test("it opens when everything agrees, with the device's own confirmation", () => {
    expect(answerAt(valid, door, now)).toEqual({ opens: true, confirmedAt: after, isOld: false });
  });

  test("a silent controller goes on with what it has, which is what was known last", () => {
    expect(answerAt(valid, { ...door, answers: false }, now)).toEqual({ opens: true, confirmedAt: after, isOld: true });
  });

  test.each([
    ["switched off", { ...valid, enabled: false }, door, "switched_off"],
    ["at the very end of its validity", { ...valid, validTo: now }, door, "expired"],
    ["before its validity", { ...valid, validFrom: new Date(now.getTime() + 1) }, door, "not_yet_valid"],
    ["without that door", valid, { ...door, isAssigned: false }, "not_assigned"],
    [
      "before the membership that gives the door",
      valid,
      { ...door, beginsAt: new Date("2026-11-22") },
      "membership_not_begun",
    ],
    ["at a door that is gone", valid, { ...door, isOffered: false }, "place_gone"],
    ["where the reader wants a card", valid, { ...door, reader: "card" }, "card_needed"],
    ["where the reader takes no code of its length", valid, { ...door, reader: "length" }, "wrong_length"],
    ["never written", valid, { ...door, replica: null }, "not_written"],
    ["not written yet", valid, { ...door, replica: { ...synced, state: "pending" } }, "not_written"],
    [
      "at a controller that is silent",
      valid,
      { ...door, answers: false, replica: { ...synced, state: "failed" } },
      "silent",
    ],
    ["refused", valid, { ...door, replica: { ...synced, state: "failed", trouble: "refused" } }, "refused"],
    ["paused", valid, { ...door, replica: { ...synced, state: "pending", trouble: "paused" } }, "paused"],
  ] satisfies [string, CredentialFacts, PlaceFacts, ClosedReason][])("%s", (_name, credential, place, reason) => {
    expect(reasonOf(credential, place)).toBe(reason);
  });

  test("the earliest reason wins, whatever else is wrong", () => {
    const silent = { replica: null, answers: false } as const;
    const worst: PlaceFacts = {
      kind: "door",
      isAssigned: false,
      beginsAt: null,
      isOffered: false,
      reader: "length",
      ...silent,
    };
    expect(reasonOf({ ...valid, enabled: false, validTo: before }, worst)).toBe("switched_off");
    expect(reasonOf({ ...valid, validTo: before }, worst)).toBe("expired");
    expect(reasonOf(valid, worst)).toBe("not_assigned");
    expect(reasonOf(valid, { ...worst, isAssigned: true })).toBe("place_gone");
    expect(reasonOf(valid, { ...worst, isAssigned: true, isOffered: true })).toBe("wrong_length");
    expect(reasonOf(valid, { ...worst, isAssigned: true, isOffered: true, reader: null })).toBe("silent");
  });

  test("a code that was taken away may linger where the device has not confirmed it", () => {
    const removal: ReplicaFacts = { state: "pending_removal", syncedAt: before, trouble: null };
    const lingers = (credential: CredentialFacts, replica: ReplicaFacts | null) => {
      const answer = answerAt(credential, { ...door, replica, isAssigned: false }, now);
      return !answer.opens && answer.lingers;
    };
    expect(lingers({ ...valid, enabled: false }, removal)).toBe(true);
    expect(lingers(valid, removal)).toBe(true);
    expect(lingers(valid, synced)).toBe(false);
    expect(lingers(valid, null)).toBe(false);
    expect(lingers(valid, { ...removal, state: "pending", syncedAt: null })).toBe(false);
  });

  test("a device keeps an end date that it has been given, and not one that was saved later", () => {
    const expired = { ...valid, validTo: before };
    const replica: ReplicaFacts = { state: "pending_removal", syncedAt: after, trouble: null };
    expect(answerAt(expired, { ...door, replica }, now)).toMatchObject({ reason: "expired", lingers: false });
    expect(answerAt({ ...expired, savedAt: now }, { ...door, replica }, now)).toMatchObject({ lingers: true });
  });

  test("says since when a change waits, when a save waits", () => {
    const replica: ReplicaFacts = { state: "pending", syncedAt: before, trouble: null };
    expect(answerAt(valid, { ...door, replica }, now)).toMatchObject({ since: saved });
    expect(answerAt(valid, { ...door, replica: { ...replica, syncedAt: after } }, now)).toMatchObject({ since: null });
  });
});

describe("a plate at a gate", () => {
  test("the portal decides, so no replica and no silence counts", () => {
    for (const answers of [true, false, null])
      expect(answerAt(valid, { ...gate, answers }, now)).toEqual({ opens: true, confirmedAt: null, isOld: false });
    expect(reasonOf({ ...valid, validTo: before }, gate)).toBe("expired");
    expect(reasonOf(valid, { ...gate, isOffered: false })).toBe("place_gone");
    expect(answerAt({ ...valid, enabled: false }, gate, now)).toMatchObject({ lingers: false });
  });
});

test("in every combination it opens exactly when nothing speaks against it, and every reason occurs", () => {
  const seen = new Set<string>();
  for (const kind of ["door", "gate"] as const)
    for (const enabled of [true, false])
      for (const validTo of [null, before, new Date("2027-01-01")])
        for (const validFrom of [null, before, new Date("2026-12-01")])
          for (const isAssigned of [true, false])
            for (const isOffered of [true, false])
              for (const state of [null, ...SYNC_STATES])
                for (const reader of kind === "gate" ? [null] : ([null, "card", "length"] as const))
                  for (const trouble of [null, "refused", "paused"] as const)
                    for (const answers of [true, false, null]) {
                      const replica = state && { state, syncedAt: after, trouble };
                      const credential = { enabled, validFrom, validTo, savedAt: saved };
                      const place = { kind, isAssigned, beginsAt: null, isOffered, replica, answers, reader };
                      const answer = answerAt(credential, place, now);
                      const early = answerAt(credential, { ...place, beginsAt: new Date("2026-12-01") }, now);
                      const inTime = (validTo === null || validTo > now) && (validFrom === null || validFrom <= now);
                      const isThere = kind === "gate" || state === "synced";
                      expect(answer.opens).toBe(
                        enabled && inTime && isAssigned && isOffered && isThere && reader === null,
                      );
                      expect(early.opens).toBe(false);
                      for (const one of [answer, early]) if (!one.opens) seen.add(one.reason);
                    }
  expect([...seen].toSorted()).toEqual([...CLOSED_REASONS].toSorted());
});
