// Which of the things that stand in the way now are a remedy for what a passage was refused for. Pure.
import type { CredentialFixId, PassageCause, PassageFix } from "#contract/functions/explain-passage.ts";

const FIX_OF: Partial<Record<PassageCause, CredentialFixId>> = {
  expired: "extend",
  not_yet_valid: "begin_now",
  disabled: "switch_on",
  no_assignment: "give_door",
};

/** Whether a save could have helped then; what a device alone can fix has no fix. */
export function isFixable(causes: readonly PassageCause[]): boolean {
  return causes.some((cause) => FIX_OF[cause] !== undefined);
}

/** What it was refused for stands first, in its order. */
export function fixesOf(causes: readonly PassageCause[], standing: readonly PassageFix[]): PassageFix[] {
  if (!isFixable(causes)) return [];
  const order = causes.flatMap((cause) => FIX_OF[cause] ?? []);
  const first = order.flatMap((id) => standing.find((fix) => fix.id === id) ?? []);
  return [...first, ...standing.filter((fix) => !first.includes(fix))];
}

/** A reading that counts as somebody's car opens the gate that it was read at. */
export const ALIAS_FIX: PassageFix = {
  id: "add_alias",
  label_code: "add_alias",
  effect: { gains: 1, loses: 0 },
  valid_to: null,
};
