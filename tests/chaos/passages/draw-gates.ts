// Draws a refusal of a gate, or a failed opening, with known causes. The reason in the log follows the order of the decision here,
// independently of the rules that explain it.
import type { AccessReason } from "#contract/devices.ts";
import type { PassageCause } from "#contract/functions/explain-passage.ts";
import type { Random } from "#scripts/seed/random.ts";
import type { GatePassageFacts } from "#server/passages/explain-gate.rules.ts";

const HOUR_MS = 3_600_000;
const GATE = "gate";

/** Things that may be wrong with a plate at once; those of one line exclude each other. */
const APART = [["expired", "not_yet_valid"], ["disabled"], ["no_assignment", "outside_access_hours"]] as const;
const ALONE = [
  "organisation_unlinked",
  "unknown_plate",
  "camera_unread",
  "near_miss",
  "gate_unknown",
  "gate_not_ready",
  "restore_held",
  "read_too_late",
  "gate_refused",
  "gate_notified_unknown",
] as const satisfies readonly PassageCause[];
const NOBODYS: ReadonlySet<PassageCause> = new Set(["unknown_plate", "camera_unread", "near_miss"]);

export interface GateSituation {
  facts: GatePassageFacts;
  causes: PassageCause[];
}

export function drawGateSingle(random: Random): GateSituation {
  const cause: PassageCause = random.pick([...APART.flat(), ...ALONE]);
  return { causes: [cause], facts: factsOf(random, [cause]) };
}

export function drawGateSeveral(random: Random): GateSituation {
  const lines = APART.toSorted(() => random.next() - 0.5).slice(0, 2 + Math.floor(random.next() * 2));
  const causes = lines.map((line): PassageCause => random.pick(line));
  return { causes, facts: factsOf(random, causes) };
}

function factsOf(random: Random, causes: readonly PassageCause[]): GatePassageFacts {
  const has = (cause: PassageCause) => causes.includes(cause);
  const occurredAt = new Date(Date.UTC(2026, 10, 1) + random.next() * 60 * 24 * HOUR_MS);
  const away = () => (0.001 + random.next() * 2_000) * HOUR_MS;
  const before = () => new Date(occurredAt.getTime() - away());
  const after = () => new Date(occurredAt.getTime() + away());
  const others = Array.from({ length: Math.floor(random.next() * 4) }, (_, n) => `other-${n}`);
  const isNobodys = causes.some((cause) => NOBODYS.has(cause)) || has("gate_unknown");
  const isLinkedSince = has("near_miss") && random.next() < 0.5;
  const isByMembership =
    has("not_yet_valid") && !has("no_assignment") && !has("outside_access_hours") && random.next() < 0.5;
  const granted = has("gate_refused") || has("gate_notified_unknown");
  return {
    occurredAt,
    gateId: has("gate_unknown") ? null : GATE,
    reason: saidBy(causes),
    granted,
    isRead: !has("camera_unread"),
    opened: has("gate_refused") ? false : null,
    restoreHeld: has("restore_held"),
    keptList: false,
    nearMiss: has("near_miss"),
    linkedAt: isLinkedSince ? after() : null,
    endUserId: isNobodys ? null : "person",
    credential: isNobodys
      ? null
      : {
          version: {
            enabled: !has("disabled"),
            validFrom: has("not_yet_valid") && !isByMembership ? after() : random.next() < 0.2 ? null : before(),
            validTo: has("expired") ? before() : random.next() < 0.2 ? null : after(),
            gateIds:
              has("no_assignment") || isByMembership ? others : [...others, GATE].toSorted(() => random.next() - 0.5),
            hours: has("outside_access_hours") ? "closed" : random.next() < 0.3 ? "open" : null,
            beginsAt: isByMembership ? after() : random.next() < 0.2 ? before() : null,
          },
          changedAt: random.next() < 0.3 ? after() : null,
          held: { state: "unknown", since: null },
        },
  };
}

/** Returns the reason of the first question in the decision that has the answer no. */
function saidBy(causes: readonly PassageCause[]): AccessReason {
  const has = (cause: PassageCause) => causes.includes(cause);
  if (has("gate_unknown")) return "gate_not_found";
  if (has("gate_not_ready") || has("restore_held")) return "invalid_configuration";
  if (causes.some((cause) => NOBODYS.has(cause))) return "no_match";
  if (has("disabled")) return "disabled";
  if (has("expired")) return "expired";
  if (has("not_yet_valid")) return "not_yet_valid";
  if (has("no_assignment") || has("organisation_unlinked")) return "no_access_assignment";
  if (has("outside_access_hours")) return "outside_hours";
  return has("read_too_late") ? "read_too_late" : "valid_credential";
}
