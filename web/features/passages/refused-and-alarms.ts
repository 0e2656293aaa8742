import { DOOR_SILENCE_KINDS, type DoorEventKind } from "#contract/door-events.ts";

/** Of a list of refusals and alarms, what each is. `others`: kinds of what is no refusal; a silence of the log is no alarm. */
export function splitOf(total: number, others: readonly DoorEventKind[]): { refused: number; alarmed: number } {
  const silent = others.filter((kind) => DOOR_SILENCE_KINDS.some((silence) => silence === kind));
  // Read a moment apart: an alarm may have come between.
  return { refused: Math.max(0, total - others.length), alarmed: others.length - silent.length };
}
