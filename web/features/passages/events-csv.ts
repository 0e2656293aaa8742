import { type CsvCell, toCsv } from "#contract/csv-export.ts";
import type { MergedLogRow } from "#contract/tables/merged-log.ts";
import { formatExact } from "#web/lib/dates.ts";
import { controllerName, doorName, personName, whoOf } from "#web/lib/passages/event-names.ts";
import { gateName } from "#web/lib/passages/gate-name.ts";
import { words } from "#web/texts/words.sv.ts";
import type { EventLogName } from "./api/get-events.ts";
import { eventStatus } from "./components/door-event-cells.tsx";
import { eventWhy } from "./components/event-columns.tsx";
import { accessLogsTexts } from "./texts/access-logs.sv.ts";
import { doorLogTexts as t } from "./texts/door-log.sv.ts";

/** Makes a file of the log of doors, or of doors and gates, in the words of the list. */
export function eventsCsv(log: EventLogName, rows: readonly MergedLogRow[]): string {
  return toCsv([HEADS[log], ...rows.map((row) => lineOf(log, row))]);
}

const REST = [t.door, accessLogsTexts.controller, t.status, t.why, accessLogsTexts.organization];
const HEADS: Record<EventLogName, readonly string[]> = {
  doors: [t.time, t.who, ...REST],
  all: [t.time, t.who, words.plate, ...REST],
};

function lineOf(log: EventLogName, row: MergedLogRow): CsvCell[] {
  const [who, plate, door, controller, status] =
    row.source === "gate"
      ? [
          personName(row),
          row.plate_number,
          null,
          gateName(row.controllers, row.reason, row.removed_controller),
          row.granted ? words.granted : words.denied,
        ]
      : [whoOf(row), null, doorName(row), controllerName(row), eventStatus(row)];
  return [
    formatExact(row.occurred_at),
    who,
    ...(log === "all" ? [plate] : []),
    door,
    controller,
    status,
    eventWhy(row),
    row.credentials?.end_users?.organizations?.name ?? null,
  ];
}
