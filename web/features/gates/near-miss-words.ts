import { formatPlate } from "#contract/format-plate.ts";
import type { NearMissCandidate, NearMissRow } from "#contract/tables/near-misses.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { readingLike } from "./plate-difference.ts";
import { nearMissesTexts as t } from "./texts/near-misses.sv.ts";

export const howOften = (reads: number): string => t.times(formatNumber(reads), reads === 1);

export const gateName = (row: { controllers: { name: string } | null }): string =>
  row.controllers?.name ?? t.removedGate;

export const readingOf = ({ plate_number, candidates }: Pick<NearMissRow, "plate_number" | "candidates">): string =>
  readingLike(plate_number, candidates[0]?.credentials.display_value ?? plate_number);

export const plateOf = ({ credentials }: Pick<NearMissCandidate, "credentials">): string =>
  formatPlate(credentials.display_value);

export function personOf({
  credentials: { end_users: person },
}: {
  credentials: { end_users: { first_name: string; last_name: string } };
}): string {
  return `${person.first_name} ${person.last_name}`;
}

/** The act of a reading's messages: it is dismissed and restored. */
export const dismissalOf = (id: string) => `near-miss:dismiss ${id}` as const;
