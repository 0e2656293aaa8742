// Draws a refusal with known causes: the decisive one, the others, and the device's answer. That answer follows from the drawn states,
// independently of the rules that explain it.
import type { DoorReason } from "#contract/door-events.ts";
import type { PassageCause } from "#contract/functions/explain-passage.ts";
import type { Random } from "#scripts/seed/random.ts";
import type { CredentialThen, PassageFacts } from "#server/passages/explain-passage.rules.ts";

const HOUR_MS = 3_600_000;
const DOOR = "door";

/** Things that may be wrong at once; those of one line exclude each other. */
const APART = [
  ["expired", "not_yet_valid"],
  ["disabled"],
  ["no_assignment"],
  ["organisation_unlinked"],
  ["door_disabled"],
] as const satisfies readonly (readonly PassageCause[])[];
/** Causes although the portal had granted; they never combine with others. */
const ALONE = [
  "not_yet_on_device",
  "restore_held",
  "workers_paused",
  "controller_unreachable_then",
  "card_required",
  "nobody_enters",
  "outside_door_hours",
  "outside_access_hours",
  "outside_hours",
  "device_clock_wrong",
  "device_disagreed",
  "unknown_code",
  "unknown_card",
  "wrong_code",
  "refused_by_unit",
  "refused_otherwise",
] as const satisfies readonly PassageCause[];

export interface Situation {
  facts: PassageFacts;
  causes: PassageCause[];
}

export function drawSingle(random: Random): Situation {
  const cause = random.pick([...APART.flat(), ...ALONE]);
  return { causes: [cause], facts: factsOf(random, [cause]) };
}

export function drawSeveral(random: Random): Situation {
  const lines = APART.toSorted(() => random.next() - 0.5).slice(0, 2 + Math.floor(random.next() * 3));
  const causes = lines.map((line) => random.pick(line));
  return { causes, facts: factsOf(random, causes) };
}

const HELD_BACK: ReadonlySet<PassageCause> = new Set([
  "not_yet_on_device",
  "restore_held",
  "workers_paused",
  "controller_unreachable_then",
]);
const NOBODYS: ReadonlySet<PassageCause> = new Set([
  "unknown_code",
  "unknown_card",
  "wrong_code",
  "refused_by_unit",
  "refused_otherwise",
]);

function factsOf(random: Random, causes: readonly PassageCause[]): PassageFacts {
  const has = (cause: PassageCause) => causes.includes(cause);
  const occurredAt = new Date(Date.UTC(2026, 10, 1) + random.next() * 60 * 24 * HOUR_MS);
  const away = (least: number, most: number) => (least + random.next() * (most - least)) * HOUR_MS;
  const before = () => new Date(occurredAt.getTime() - away(0.001, 2_000));
  const after = () => new Date(occurredAt.getTime() + away(0.001, 2_000));
  const others = Array.from({ length: Math.floor(random.next() * 4) }, (_, n) => `other-${n}`);
  const isBehind = causes.some((cause) => HELD_BACK.has(cause));
  const isByMembership = has("not_yet_valid") && !has("no_assignment") && random.next() < 0.5;
  const credential: CredentialThen = {
    version: {
      enabled: !has("disabled"),
      removed: false,
      validFrom: has("not_yet_valid") && !isByMembership ? after() : random.next() < 0.2 ? null : before(),
      validTo: has("expired") ? before() : random.next() < 0.2 ? null : after(),
      doorIds: has("no_assignment") || isByMembership ? others : [...others, DOOR].toSorted(() => random.next() - 0.5),
      beginsAt: isByMembership ? after() : random.next() < 0.2 ? before() : null,
    },
    changedAt: random.next() < 0.3 ? after() : null,
    doorEnabled: !has("door_disabled"),
    linked: !has("organisation_unlinked"),
    held: { state: isBehind ? random.pick(["absent", "different"] as const) : "present", since: before() },
    // A pause that delayed nothing is no cause.
    delays: isBehind
      ? causes.filter((cause) => cause !== "not_yet_on_device")
      : random.next() < 0.2
        ? (["workers_paused"] as const)
        : [],
  };
  // The general hours are the unit's own, or the door's where they were changed since.
  const areChanged = has("outside_hours") && random.next() < 0.5;
  const skew = has("device_clock_wrong") ? random.pick([-1, 1]) * away(0.5, 100) : (random.next() - 0.5) * 100_000;
  return {
    occurredAt,
    granted: false,
    reason: saidBy(random, causes),
    deviceReason: null,
    doorId: DOOR,
    clockSkewMs: !has("device_clock_wrong") && random.next() < 0.2 ? null : skew,
    pinUse: has("card_required")
      ? "never"
      : has("nobody_enters")
        ? "nobody"
        : has("outside_hours") && !areChanged
          ? "hours"
          : "always",
    doorHours: has("outside_door_hours") ? "closed" : areChanged ? "unknown" : random.next() < 0.3 ? "open" : null,
    accessHours: has("outside_access_hours") ? "closed" : areChanged ? "unknown" : random.next() < 0.3 ? "open" : null,
    endUserId: causes.some((cause) => NOBODYS.has(cause)) ? null : "person",
    isWeeklyCode: false,
    credential: causes.some((cause) => NOBODYS.has(cause)) ? null : credential,
  };
}

/** Returns the device's reason: a device asks its own questions in its own order, and older firmware names fewer. */
function saidBy(random: Random, causes: readonly PassageCause[]): DoorReason {
  const has = (cause: PassageCause) => causes.includes(cause);
  if (has("unknown_card") || has("wrong_code") || has("unknown_code"))
    return has("unknown_card") ? "unknown_card" : has("wrong_code") ? "wrong_code" : "unknown_code";
  if (has("refused_by_unit")) return "not_permitted";
  if (has("refused_otherwise")) return "other";
  if (has("outside_hours") || has("outside_door_hours") || has("outside_access_hours"))
    return random.pick(["outside_hours", "not_permitted", "other"] as const);
  if (has("device_clock_wrong")) return random.pick(["expired", "not_yet_valid"] as const);
  if (has("card_required") || has("nobody_enters")) return random.pick(["not_permitted", "other"] as const);
  if (causes.some((cause) => HELD_BACK.has(cause))) return random.pick(["not_permitted", "other"] as const);
  if (has("device_disagreed")) return random.pick(["not_permitted", "other"] as const);
  if (random.next() < 0.2) return "other";
  if (has("disabled")) return "disabled";
  if (has("not_yet_valid")) return "not_yet_valid";
  if (has("expired")) return "expired";
  return "not_permitted";
}
