// A door on a phone: its name, state, last event and age of the reading, with one button.
import type { DoorListRow } from "#contract/tables/door-states.ts";
import { useNow } from "#web/lib/now.ts";
import { standingOf } from "../describe-door.ts";
import { doorName, happened, ownHours, readWhen } from "../door-words.ts";
import { DoorButtons } from "./door-buttons.tsx";
import { DoorPill } from "./door-pill.tsx";

export function DoorCard({ row }: { row: DoorListRow }) {
  const now = useNow();
  const when = readWhen(row, now);
  const isUnknown = standingOf(row, now).kind === "unknown";
  const lines = [
    row.description,
    ownHours(row),
    ...(isUnknown ? [when, happened(row, now)] : [happened(row, now), when]),
  ];
  return (
    <div className="flex items-start gap-2 py-3">
      <div className="min-w-0 flex-1">
        <p className="text-title font-strong text-ink">{doorName(row)}</p>
        <div className="mt-1 flex">
          <DoorPill row={row} isShort />
        </div>
        <div className="tabular mt-1.5 text-small text-ink-2">
          {lines.map((line) => line && <p key={line}>{line}</p>)}
        </div>
      </div>
      <div className="-mr-2 shrink-0">
        <DoorButtons row={row} onPhone />
      </div>
    </div>
  );
}
