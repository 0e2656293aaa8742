import type { Person, PersonCredential, Replica } from "./person.ts";

export const NOW = new Date("2026-11-21T12:00:00Z");

export function samplePin(fields: Partial<PersonCredential> = {}): PersonCredential {
  return {
    id: "pin",
    credential_type: "pin",
    credential_value: "••••",
    vehicle_type: null,
    validity_period: "12_months",
    valid_from: "2026-11-01T10:00:00+00:00",
    valid_to: "2027-11-01T10:00:00+00:00",
    enabled: true,
    created_at: "2026-11-01T10:00:00+00:00",
    controller_assignments: [{ controller_id: "port-a", access_point_id: "door-1" }],
    sync_states: [sampleReplica()],
    ...fields,
  };
}

export function sampleVehicle(fields: Partial<PersonCredential> = {}): PersonCredential {
  return {
    ...samplePin(),
    id: "vehicle",
    credential_type: "license_plate",
    credential_value: "MLB84A",
    vehicle_type: "Personbil",
    controller_assignments: [{ controller_id: "gate", access_point_id: null }],
    sync_states: [],
    ...fields,
  };
}

export function sampleReplica(fields: Partial<Replica> = {}): Replica {
  return {
    controller_id: "port-a",
    controller_name: "Port A",
    state: "synced",
    wanted: true,
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
    id: "alva",
    organization_id: "nord",
    first_name: "Alva",
    last_name: "Exempelsson",
    created_at: "2026-11-01T10:00:00+00:00",
    updated_at: "2026-11-01T10:00:00+00:00",
    email: null,
    organizations: { id: "nord", name: "Brf Norrgården" },
    credentials: [samplePin(), sampleVehicle()],
    ...fields,
  };
}
