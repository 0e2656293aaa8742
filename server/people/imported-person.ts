// Turns a row of a file of people into what is stored.
import { doorsOfRow, groupsOfRow, type ImportPlaces, type PersonRow, periodOf } from "#contract/people-file.ts";
import { PERSON_FIELDS, type PersonField, personFields } from "#contract/person-fields.ts";
import { plainLine } from "#contract/plain-line.ts";
import { customWindow, validityWindow } from "#contract/validity.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { encryptCredentialPin } from "./encrypt.ts";
import { pinMark } from "./import-digest.rules.ts";
import { type ImportedCredential, type NewPerson, plateCredential } from "./imports.store.ts";
import type { OfferedDoor } from "./offered-access.store.ts";

export interface PlacesToGive extends ImportPlaces<OfferedDoor> {
  gateIds: readonly string[];
}

interface Making {
  places: PlacesToGive;
  keys: KeyRing;
  organizationId: string;
  /** Makes ids (import-identity.ts). */
  name: (part: string) => string;
  now: Date;
}

/** Returns the person of a row without problems (contract/people-file.ts). */
export function importedPerson(row: PersonRow, making: Making): NewPerson {
  const { name, now } = making;
  const period = periodOf(row.validity);
  const validity = {
    period: period ?? ("custom" as const),
    window: period === null ? customWindow(row.validity, now) : validityWindow(period, now),
    vehicleType: null,
  };
  const credentials: ImportedCredential[] = [];
  if (row.pin !== "") credentials.push({ ...validity, ...pinOf(row, making) });
  if (row.plate !== "")
    credentials.push(
      plateCredential({ ...validity, id: name(`${row.row}/plate`), plate: row.plate, gateIds: making.places.gateIds }),
    );
  return {
    id: name(`${row.row}/person`),
    firstName: plainLine(row.first_name),
    lastName: plainLine(row.last_name),
    texts: textsOf(row),
    credentials,
    groupIds: groupIdsOf(row, making.places),
  };
}

function groupIdsOf(row: PersonRow, places: PlacesToGive): string[] {
  const found = groupsOfRow(row, places);
  return "groups" in found ? found.groups.map(({ id }) => id) : [];
}

function pinOf(row: PersonRow, { places, keys, organizationId, name }: Making) {
  const found = doorsOfRow(row, places);
  const doors = "doors" in found ? found.doors : [];
  const id = name(`${row.row}/pin`);
  return {
    id,
    type: "pin" as const,
    value: encryptCredentialPin(keys, id, row.pin),
    grams: keys.pinGrams(row.pin, organizationId),
    mark: pinMark(keys.pinHmacs(row.pin)),
    targets: doors.map((door) => ({ controllerId: door.controllerId, accessPointId: door.id })),
  };
}

function textsOf(row: PersonRow): Partial<Record<PersonField, string>> {
  return Object.fromEntries(
    PERSON_FIELDS.filter((field) => row[field] !== "").map((field) => [
      field,
      personFields[field].schema.parse(row[field]),
    ]),
  );
}
