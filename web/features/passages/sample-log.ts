// Rows of the logs for the tests of this folder: a car at a gate, and a door whose state a device reported.
import type { FixProgress } from "#contract/functions/apply-fix.ts";
import type { PassageCause, PassageExplanation, PassageFix } from "#contract/functions/explain-passage.ts";
import type { GateLogRow, MergedLogRow } from "#contract/tables/merged-log.ts";
import type { LogRow } from "./api/get-access-logs.ts";

type DoorLogRow = Extract<MergedLogRow, { source: "door" }>;

export const ID = "00000000-0000-4000-8000-000000000001";
const PERSON = { id: ID, first_name: "Alva", last_name: "Exempelsson", removed_at: null };
export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Ids of rows are made of their number. */
export const rowId = (number: number) => `00000000-0000-4000-9000-${String(number).padStart(12, "0")}`;

export const passage = (number: number, part: Partial<LogRow> = {}): LogRow => ({
  id: String(number),
  detected_at: minutesAgo(number),
  plate_number: "MLB84A",
  controller_id: ID,
  access_granted: true,
  access_reason: "valid_credential",
  macro_executed: true,
  credential_id: ID,
  opened: true,
  duplicate_of: null,
  controllers: { name: "Infart Norr" },
  credentials: {
    end_user_id: ID,
    valid_from: null,
    valid_to: null,
    removed_at: null,
    end_users: { ...PERSON, organizations: { name: "Brf Norrgården" } },
  },
  ...part,
});

export const gateEvent = (number: number, part: Partial<GateLogRow> = {}): GateLogRow => ({
  source: "gate",
  id: rowId(number),
  occurred_at: minutesAgo(number),
  received_at: minutesAgo(number),
  controller_id: ID,
  controllers: { name: "Infart Norr" },
  credentials: { end_users: PERSON },
  granted: false,
  reason: "disabled",
  plate_number: "MLB84A",
  ...part,
});

export const doorEvent = (number: number, part: Partial<DoorLogRow> = {}): DoorLogRow => ({
  source: "door",
  id: rowId(number),
  occurred_at: minutesAgo(number),
  device_time: minutesAgo(number),
  received_at: minutesAgo(number),
  controller_id: ID,
  access_point_id: ID,
  organization_id: ID,
  kind: "access",
  granted: false,
  reason: "not_permitted",
  device_reason: null,
  credential_id: ID,
  is_weekly_code: false,
  gap_cause: null,
  gap_from: null,
  is_shared: false,
  controllers: { name: "Garage Kajen" },
  access_points: { name: "Dörr 1", door_name: null },
  credentials: { end_users: PERSON },
  door_commands: null,
  door_holds: null,
  ...part,
});

/** Somebody who was refused for `cause`, which a save may fix. */
export const explained = (cause: PassageCause, ...fixes: PassageFix[]): PassageExplanation => ({
  reasons: [{ code: cause, since: null }],
  truths: {
    desired: { allowed: false, because: cause },
    held: { state: "present", since: null },
    decided: { granted: false, reason: "not_permitted", device_reason: "Unauthorized" },
  },
  end_user_id: ID,
  clock_skew_seconds: null,
  changed_at: null,
  candidates: [],
  more_candidates: 0,
  has_image: false,
  linked_credential_id: null,
  fixes,
});

export const fixOf = (id: PassageFix["id"]): PassageFix => ({
  id,
  label_code: id,
  effect: { gains: 1, loses: 0 },
  valid_to: null,
});

/** At nine in the morning, and not yet written. */
export const savedFix = (id: PassageFix["id"], part: Partial<FixProgress> = {}): FixProgress => ({
  id,
  outcome: "applied",
  saved_at: "2026-11-27T08:00:00Z",
  written_at: null,
  pending: [],
  tried: null,
  untried: "waiting",
  next: [],
  undo: { credential_id: ID },
  ...part,
});
