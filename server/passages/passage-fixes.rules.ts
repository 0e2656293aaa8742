// Chooses which present obstacles can be fixed for a refused passage. Pure.
import type { CredentialFixId, PassageCause, PassageFix } from "#contract/functions/explain-passage.ts";

const FIX_OF: Partial<Record<PassageCause, CredentialFixId>> = {
  expired: "extend",
  not_yet_valid: "begin_now",
  disabled: "switch_on",
  no_assignment: "give_door",
};

/** Tells whether a save could have helped at that time; a cause that only the device can remove has no fix. */
export function isFixable(causes: readonly PassageCause[]): boolean {
  return causes.some((cause) => FIX_OF[cause] !== undefined);
}

/** Returns the fixes in order: the cause of the refusal first. */
export function fixesOf(causes: readonly PassageCause[], standing: readonly PassageFix[]): PassageFix[] {
  if (!isFixable(causes)) return [];
  const order = causes.flatMap((cause) => FIX_OF[cause] ?? []);
  const first = order.flatMap((id) => standing.find((fix) => fix.id === id) ?? []);
  return [...first, ...standing.filter((fix) => !first.includes(fix))];
}

/** Linking a reading to a car lets the gate where it was read open for it. */
export const ALIAS_FIX: PassageFix = {
  id: "add_alias",
  label_code: "add_alias",
  effect: { gains: 1, loses: 0 },
  valid_to: null,
};
