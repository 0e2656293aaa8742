// Inserts people in bulk as portal_engine; triggers raise desired generations in the same way as for a save.
import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { type ValidityPeriod, validityWindow } from "#contract/validity.ts";
import { encryptCredentialPin } from "#server/people/encrypt.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";

export interface NewPerson {
  organizationId: string;
  firstName: string;
  lastName: string;
  createdAt: Date;
  pin: { value: string; period: ValidityPeriod; doors: readonly { id: string; controllerId: string }[] } | null;
  vehicle: { plate: string; type: string; period: ValidityPeriod; controllerIds: readonly string[] } | null;
}

interface CredentialColumns {
  id: string;
  personId: string;
  organizationId: string;
  type: "pin" | "license_plate";
  value: string;
  grams: string[] | null;
  vehicleType: string | null;
  period: ValidityPeriod;
  validFrom: Date;
  validTo: Date;
}

interface Assignment {
  credentialId: string;
  controllerId: string;
  accessPointId: string | null;
}

/** Returns the credentials and assignments of people with these ids. */
function rightsOf(keys: KeyRing, people: readonly NewPerson[], ids: readonly string[]) {
  const credentials: CredentialColumns[] = [];
  const assignments: Assignment[] = [];
  people.forEach(({ organizationId, createdAt, pin, vehicle }, index) => {
    const personId = ids[index] ?? "";
    if (pin) {
      const id = randomUUID();
      const grams = keys.pinGrams(pin.value, organizationId);
      credentials.push({
        id,
        personId,
        organizationId,
        type: "pin",
        value: encryptCredentialPin(keys, id, pin.value),
        grams,
        vehicleType: null,
        period: pin.period,
        ...validityWindow(pin.period, createdAt),
      });
      for (const door of pin.doors)
        assignments.push({ credentialId: id, controllerId: door.controllerId, accessPointId: door.id });
    }
    if (vehicle) {
      const id = randomUUID();
      credentials.push({
        id,
        personId,
        organizationId,
        type: "license_plate",
        value: vehicle.plate,
        grams: null,
        vehicleType: vehicle.type,
        period: vehicle.period,
        ...validityWindow(vehicle.period, createdAt),
      });
      for (const controllerId of vehicle.controllerIds)
        assignments.push({ credentialId: id, controllerId, accessPointId: null });
    }
  });
  return { credentials, assignments };
}

export async function insertPeople(client: PoolClient, keys: KeyRing, people: readonly NewPerson[]): Promise<void> {
  const ids = people.map(() => randomUUID());
  const { credentials, assignments } = rightsOf(keys, people, ids);
  await client.query(
    `insert into end_users (id, organization_id, first_name, last_name, created_at)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[])`,
    [
      ids,
      people.map((one) => one.organizationId),
      people.map((one) => one.firstName),
      people.map((one) => one.lastName),
      people.map((one) => one.createdAt),
    ],
  );
  // Passed as JSON, because unnest would flatten an array of arrays (pin_grams).
  await client.query(
    `insert into credentials (id, end_user_id, organization_id, credential_type, credential_value, pin_grams, vehicle_type, validity_period, valid_from, valid_to)
     select c.id, c."personId", c."organizationId", c.type, c.value, c.grams, c."vehicleType", c.period, c."validFrom", c."validTo"
     from json_to_recordset($1) as c(id uuid, "personId" uuid, "organizationId" uuid, type text, value text, grams text[], "vehicleType" text, period text, "validFrom" timestamptz, "validTo" timestamptz)`,
    [JSON.stringify(credentials)],
  );
  await client.query(
    `insert into controller_assignments (credential_id, controller_id, access_point_id)
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[])`,
    [
      assignments.map((one) => one.credentialId),
      assignments.map((one) => one.controllerId),
      assignments.map((one) => one.accessPointId),
    ],
  );
}
