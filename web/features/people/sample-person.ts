// A person with a PIN and a vehicle, as the table calls answer with them.
import type { Person, PersonCredential, Replica } from "./person.ts";

/** Whose admin `openPage` signs in. */
export const NORD_ID = "00000000-0000-4000-8000-0000000000b1";
export const ALVA_ID = "00000000-0000-4000-8000-0000000000e1";
export const PIN_ID = "00000000-0000-4000-8000-0000000000e2";
export const VEHICLE_ID = "00000000-0000-4000-8000-0000000000e3";
export const PORT_A_ID = "00000000-0000-4000-8000-0000000000c1";
export const GATE_ID = "00000000-0000-4000-8000-0000000000c2";
export const DOOR_ID = "00000000-0000-4000-8000-0000000000d1";
export const OTHER_DOOR_ID = "00000000-0000-4000-8000-0000000000d2";
export const NOW = new Date("2026-11-21T12:00:00Z");

export function samplePin(fields: Partial<PersonCredential> = {}): PersonCredential {
  return {
    id: PIN_ID,
    credential_type: "pin",
    credential_value: "••••",
    vehicle_type: null,
    validity_period: "12_months",
    valid_from: "2026-11-01T10:00:00+00:00",
    valid_to: "2027-11-01T10:00:00+00:00",
    enabled: true,
    created_at: "2026-11-01T10:00:00+00:00",
    controller_assignments: [{ controller_id: PORT_A_ID, access_point_id: DOOR_ID }],
    sync_states: [sampleReplica()],
    ...fields,
  };
}

export function sampleVehicle(fields: Partial<PersonCredential> = {}): PersonCredential {
  return {
    ...samplePin(),
    id: VEHICLE_ID,
    credential_type: "license_plate",
    credential_value: "MLB84A",
    vehicle_type: "Personbil",
    controller_assignments: [{ controller_id: GATE_ID, access_point_id: null }],
    sync_states: [],
    ...fields,
  };
}

export function sampleReplica(fields: Partial<Replica> = {}): Replica {
  return {
    controller_id: PORT_A_ID,
    controller_name: "Port A",
    state: "synced",
    desired: true,
    last_error: null,
    controller_cause: null,
    next_try_at: "infinity",
    synced_at: "2026-11-21T09:00:00+00:00",
    outdated: [],
    suspended_until: null,
    ...fields,
  };
}

export function samplePerson(fields: Partial<Person> = {}): Person {
  return {
    id: ALVA_ID,
    organization_id: NORD_ID,
    first_name: "Alva",
    last_name: "Exempelsson",
    created_at: "2026-11-01T10:00:00+00:00",
    updated_at: "2026-11-01T10:00:00+00:00",
    email: null,
    organizations: { id: NORD_ID, name: "Brf Norrgården" },
    credentials: [samplePin(), sampleVehicle()],
    ...fields,
  };
}
