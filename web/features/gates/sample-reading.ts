// Readings that nearly match somebody's plate, for the tests of this folder.
import type { NearMissCandidate, NearMissRow, PlateAliasRow } from "#contract/tables/near-misses.ts";

export const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

export const personNamed = (first_name: string, last_name: string) => ({
  id: idOf(90),
  first_name,
  last_name,
  organizations: { name: "Brf Norrgården" },
});

/** `display`: as it is shown, "MLB 84A". */
export const candidate = (number: number, display: string, name: readonly [string, string]): NearMissCandidate => ({
  credential_id: idOf(number),
  place: number,
  own_plate_read: false,
  credentials: {
    display_value: display,
    plate_key: display.replaceAll(/[^A-Z0-9]/g, "").replaceAll("O", "0"),
    end_users: personNamed(...name),
  },
});

export const reading = (number: number, plate: string, candidates: NearMissCandidate[]): NearMissRow => ({
  id: idOf(number),
  plate_number: plate,
  plate_key: plate,
  reads: 1,
  last_read_at: "2026-11-27T08:00:00Z",
  controllers: { name: "Infart Norr" },
  candidates,
});

export const alias = (number: number, plate: string): PlateAliasRow => ({
  id: idOf(number),
  plate_number: plate,
  last_used_on: "2026-11-27",
  controllers: { name: "Infart Norr" },
  credentials: { display_value: "MLB 84A", end_users: personNamed("Alva", "Exempelsson") },
});
