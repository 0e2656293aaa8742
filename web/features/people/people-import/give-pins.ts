// Gives each row of a chunk that asks for a PIN a free one for its doors. The calls are parameters.
import type { PersonRowResult } from "#contract/functions/people-import.ts";
import { IMPORT_PINS } from "#contract/limits.ts";
import { type ImportPlaces, isGenerated, type PersonRow, pinDoorsOfRow } from "#contract/people-file.ts";

interface Calls {
  suggest: (accessPointIds: string[], count: number) => Promise<string[]>;
  send: (rows: PersonRow[]) => Promise<PersonRowResult[]>;
  /** Why a row got no PIN. */
  paused: (row: number) => string;
}

/** A proposed PIN may be taken before it is saved. */
const TRIES = 3;

/** Sends rows with PINs in place of the word; returns their results, and remembers in `given` which PIN each row has. */
export async function sendWithPins(
  rows: readonly PersonRow[],
  places: ImportPlaces,
  given: Map<number, string>,
  calls: Calls,
): Promise<PersonRowResult[]> {
  const results: PersonRowResult[] = [];
  let left: readonly PersonRow[] = rows;
  for (let tries = 1; left.length > 0; tries += 1) {
    // A chunk that is sent again keeps its PINs.
    await propose(
      left.filter((row) => isGenerated(row.pin) && !given.has(row.row)),
      places,
      given,
      calls,
    );
    const without = left.filter((row) => isGenerated(row.pin) && !given.has(row.row));
    const ready = left.filter((row) => !without.includes(row));
    results.push(...without.map(({ row }) => ({ row, code: "rate_limited" as const, error: calls.paused(row) })));
    const answers =
      ready.length === 0 ? [] : await calls.send(ready.map((row) => ({ ...row, pin: given.get(row.row) ?? row.pin })));
    const again = new Set<number>();
    for (const answer of answers) {
      const isTaken = "error" in answer && answer.code === "pin_in_use" && given.delete(answer.row);
      if (isTaken && tries < TRIES) again.add(answer.row);
      else results.push(answer);
    }
    left = ready.filter(({ row }) => again.has(row));
  }
  return results;
}

async function propose(
  rows: readonly PersonRow[],
  places: ImportPlaces,
  given: Map<number, string>,
  { suggest }: Calls,
): Promise<void> {
  const groups = new Map<string, { doors: string[]; rows: number[] }>();
  for (const row of rows) {
    const found = pinDoorsOfRow(row, places);
    const doors = "doors" in found ? found.doors.map(({ id }) => id).toSorted() : [];
    const group = groups.get(doors.join()) ?? { doors, rows: [] };
    group.rows.push(row.row);
    groups.set(doors.join(), group);
  }
  for (const { doors, rows: asking } of groups.values()) {
    const pins = await suggest(doors, Math.min(asking.length, IMPORT_PINS));
    for (const [at, pin] of pins.entries()) {
      const row = asking[at];
      if (row !== undefined) given.set(row, pin);
    }
  }
}
