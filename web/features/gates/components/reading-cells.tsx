// Cells of the lists below the queue, with one design.
import { PlateChip } from "#web/ui/credentials/plate-chip.tsx";

export function VehicleCell({ plate, person }: { plate: string; person: string }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
      <PlateChip plate={plate} />
      <span title={person} className="truncate text-ink">
        {person}
      </span>
    </span>
  );
}

export function GateCell({ gate }: { gate: string }) {
  return (
    <span title={gate} className="line-clamp-2 text-ink-2">
      {gate}
    </span>
  );
}
