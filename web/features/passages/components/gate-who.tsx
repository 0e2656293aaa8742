import { PlateChip } from "#web/ui/credentials/plate-chip.tsx";
import { type GateRowFacts, openedBy } from "../portal-opening.ts";

/** Shows what the camera read, or who opened the gate from the portal. */
export function GateWho({ row }: { row: GateRowFacts }) {
  const person = openedBy(row);
  if (person === null) return <PlateChip plate={row.plate_number} />;
  return (
    <span translate="no" title={person} className="block truncate font-name text-ink">
      {person}
    </span>
  );
}
