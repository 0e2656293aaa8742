import { type CsvCell, toCsv } from "#contract/csv-export.ts";
import type { MergedLogRow } from "#contract/tables/merged-log.ts";
import { formatExact } from "#web/lib/dates.ts";
import { controllerName, doorName, personName, whoOf } from "#web/lib/passages/event-names.ts";
import { words } from "#web/texts/words.sv.ts";
import type { EventLogName } from "./api/get-events.ts";
import { eventStatus } from "./components/door-event-cells.tsx";
import { eventPlace, eventWhy } from "./components/event-columns.tsx";
import { GATE_LOG_HEAD, MACRO_WORDS } from "./gate-log-csv.ts";
import { macroState } from "./macro-state.ts";
import { openedBy } from "./portal-opening.ts";
import { accessLogsTexts } from "./texts/access-logs.sv.ts";
import { doorLogTexts as t } from "./texts/door-log.sv.ts";

/** Makes a file of the log of doors, or of doors and gates, in the words of the list. */
export function eventsCsv(log: EventLogName, rows: readonly MergedLogRow[], now: number): string {
  return toCsv([HEADS[log], ...rows.map((row) => lineOf(log, row, now))]);
}

const HEADS: Record<EventLogName, readonly string[]> = {
  doors: [t.time, t.who, t.door, accessLogsTexts.controller, t.status, t.why, accessLogsTexts.organization],
  all: GATE_LOG_HEAD,
};

function lineOf(log: EventLogName, row: MergedLogRow, now: number): CsvCell[] {
  const at = formatExact(row.occurred_at);
  const why = eventWhy(row);
  const organization = row.credentials?.end_users?.organizations?.name ?? null;
  if (row.source === "gate") {
    const macro = MACRO_WORDS[macroState({ ...row, detected_at: row.occurred_at }, now)];
    const status = row.granted ? words.granted : words.denied;
    return [at, row.plate_number, eventPlace(row), status, why, macro, personName(row) ?? openedBy(row), organization];
  }
  const [who, status] = [whoOf(row), eventStatus(row)];
  return log === "doors"
    ? [at, who, doorName(row), controllerName(row), status, why, organization]
    : [at, null, eventPlace(row), status, why, null, who, organization];
}
