import { expect, test } from "vitest";
import { type MergedLogRow, mergedLogRow } from "#contract/tables/merged-log.ts";
import { eventsCsv } from "./events-csv.ts";

const selma = { id: "0b8f5c1e-6a53-4f0e-9a1c-3d5e7f901234", first_name: "Selma", last_name: "=Hem", removed_at: null };
const id = "5a0e7c9e-3f1d-4c44-8f0b-2b6a0f5d1c01";
const controller = "5a0e7c9e-3f1d-4c44-8f0b-2b6a0f5d1c02";

function doorRow(change: object): MergedLogRow {
  return mergedLogRow.parse({
    source: "door",
    id,
    occurred_at: "2026-11-25T08:00:00Z",
    device_time: null,
    received_at: "2026-11-25T08:00:01Z",
    controller_id: controller,
    access_point_id: controller,
    organization_id: null,
    kind: "access",
    granted: true,
    reason: null,
    device_reason: null,
    credential_id: null,
    is_weekly_code: false,
    gap_cause: null,
    gap_from: null,
    is_shared: false,
    controllers: { name: "Hus 1" },
    access_points: { name: "Door 1", door_name: "Entré" },
    credentials: { end_users: { ...selma, organizations: { name: "Brf Norrgården" } } },
    door_commands: null,
    door_holds: null,
    ...change,
  });
}
const gateRow = mergedLogRow.parse({
  source: "gate",
  id,
  occurred_at: "2026-11-25T07:59:00Z",
  received_at: "2026-11-25T07:59:00Z",
  controller_id: controller,
  granted: false,
  reason: "expired",
  plate_number: "MLB84A",
  macro_executed: null,
  opened: false,
  duplicate_of: null,
  controllers: { name: "Infart" },
  credentials: null,
  door_commands: null,
});

const openedGate = {
  ...gateRow,
  granted: true,
  reason: "valid_credential",
  macro_executed: true,
  credentials: { end_users: { ...selma, organizations: { name: "Brf Norrgården" } } },
} as MergedLogRow;
const NOW = Date.parse("2026-11-25T09:00:00Z");

const linesOf = (text: string) => text.slice(1).trimEnd().split("\r\n");

test("the file of doors says who, where and why in the words of the list, safe against formulas", () => {
  const rows = [
    doorRow({}),
    doorRow({ granted: false, reason: "unknown_code", credentials: null }),
    doorRow({ kind: "door_forced", granted: null, credentials: null }),
    doorRow({ kind: "door_forced", granted: null, credentials: null, device_time: "1970-01-01T00:04:00Z" }),
    doorRow({ kind: "access", is_shared: true, credentials: null }),
    doorRow({
      kind: "gap",
      granted: null,
      credentials: null,
      access_points: null,
      access_point_id: null,
      gap_cause: "reset",
      gap_from: "2026-11-24T08:00:00Z",
    }),
  ];
  expect(linesOf(eventsCsv("doors", rows, NOW))).toEqual([
    "Tid;Vem;Dörr;Styrenhet;Status;Orsak;Organisation",
    "2026-11-25 09:00:00;Selma =Hem;Entré;Hus 1;Beviljad;;Brf Norrgården",
    "2026-11-25 09:00:00;Okänd kod;Entré;Hus 1;Nekad;Ingen matchning;",
    "2026-11-25 09:00:00;;Entré;Hus 1;Forcerad;Öppnades utan kod;",
    "2026-11-25 09:00:00;;Entré;Hus 1;Forcerad;Öppnades utan kod · klockan i styrenheten var fel;",
    "2026-11-25 09:00:00;Annan organisation;Entré;Hus 1;Beviljad;;",
    "2026-11-25 09:00:00;;Hela styrenheten;Hus 1;Lucka;2026-11-24 09:00:00–2026-11-25 09:00:00: händelser saknas. Loggen tömdes när enheten startade om.;",
  ]);
});

test("the file of doors and gates has the columns of the gates' file, with a door's name among the controllers", () => {
  expect(
    linesOf(eventsCsv("all", [doorRow({ credentials: null, is_weekly_code: true }), gateRow, openedGate], NOW)),
  ).toEqual([
    "Tid;Registreringsnummer;Styrenhet;Status;Orsak;Macro;Person;Organisation",
    "2026-11-25 09:00:00;;Entré · Hus 1;Beviljad;;;Veckokod;",
    "2026-11-25 08:59:00;MLB84A;Infart;Nekad;Utgången;;;",
    "2026-11-25 08:59:00;MLB84A;Infart;Beviljad;Giltig legitimation;Utförd;Selma =Hem;Brf Norrgården",
  ]);
});

test("a place that has been deleted is named, and said to be gone", () => {
  const gone = { controller_id: null, controllers: null, removed_controller: "Hus 1" };
  const door = doorRow({ ...gone, access_point_id: null, access_points: null, removed_door: "Entré" });
  expect(linesOf(eventsCsv("doors", [door], NOW))[1]).toContain("Entré (borttagen);Hus 1 (borttagen)");
  const gate = { ...gateRow, ...gone, removed_controller: "Infart" };
  expect(linesOf(eventsCsv("all", [gate], NOW))[1]).toContain("Infart (borttagen)");
});
