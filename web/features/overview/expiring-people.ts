import type { ExpiringRow } from "./api/get-expiring.ts";

/** Codes and vehicles of one person that end, the first end first. */
export type ExpiringPerson = readonly [ExpiringRow, ...ExpiringRow[]];

/** Groups rows by person, in the order of their first end. */
export function peopleOf(rows: readonly ExpiringRow[]): ExpiringPerson[] {
  const people = new Map<string, [ExpiringRow, ...ExpiringRow[]]>();
  for (const row of rows) {
    const known = people.get(row.end_users.id);
    if (known) known.push(row);
    else people.set(row.end_users.id, [row]);
  }
  return [...people.values()];
}
