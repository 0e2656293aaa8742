import { DOOR_SILENCE_KINDS, type DoorEventKind } from "#contract/door-events.ts";

/** Counts refusals and alarms in a list of both. `others`: kinds of rows that are no refusals; a gap in the log is no alarm. */
export function splitOf(total: number, others: readonly DoorEventKind[]): { refused: number; alarmed: number } {
  const silent = others.filter((kind) => DOOR_SILENCE_KINDS.some((silence) => silence === kind));
  // Both counts were read a moment apart: an alarm may have come in between.
  return { refused: Math.max(0, total - others.length), alarmed: others.length - silent.length };
}
