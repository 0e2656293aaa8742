// A passage in the lists of the overviews: person or plate, place and reason.
import { OPENED_FROM_PORTAL } from "#contract/devices.ts";
import { accessLogsTexts } from "#web/features/passages/texts/access-logs.sv.ts";
import { doorLogTexts } from "#web/features/passages/texts/door-log.sv.ts";
import { cx } from "#web/lib/cx.ts";
import { controllerName, doorName, personName, whoOf } from "#web/lib/passages/event-names.ts";
import { gateName } from "#web/lib/passages/gate-name.ts";
import { plateName } from "#web/lib/passages/plate-name.ts";
import { words } from "#web/texts/words.sv.ts";
import { PlateChip } from "#web/ui/credentials/plate-chip.tsx";
import type { NewestPassage } from "../api/get-newest-passages.ts";

export const whoName = (row: NewestPassage) =>
  row.source === "gate" ? (row.door_commands?.requested_as ?? plateName(row.plate_number)) : (whoOf(row) ?? words.none);

export function Who({ row }: { row: NewestPassage }) {
  if (row.source === "gate" && row.reason !== OPENED_FROM_PORTAL) return <PlateChip plate={row.plate_number} />;
  const person = personName(row) ?? row.door_commands?.requested_as ?? null;
  return (
    <span
      translate={person === null ? undefined : "no"}
      title={whoName(row)}
      className={cx("block truncate", person === null ? "text-ink-2" : "font-name text-ink")}
    >
      {whoName(row)}
    </span>
  );
}

export function placeOf(row: NewestPassage): string {
  return row.source === "gate" ? gateName(row.controllers, row.reason, row.removed_controller) : doorName(row);
}

export function Where({ row }: { row: NewestPassage }) {
  const place = placeOf(row);
  const rest = [row.source === "door" && controllerName(row), row.controllers?.organizations?.name]
    .filter(Boolean)
    .join(" · ");
  return (
    <span
      title={[place, rest].filter(Boolean).join(" · ")}
      className={cx("line-clamp-2", !row.controllers && "text-ink-3")}
    >
      {place}
      {rest && <span className="text-ink-2"> · {rest}</span>}
    </span>
  );
}

export function reasonOf(row: NewestPassage): string {
  if (row.source === "gate") return accessLogsTexts.reasons[row.reason];
  return row.reason === null ? doorLogTexts.kindWhy[row.kind] : doorLogTexts.reasons[row.reason];
}
