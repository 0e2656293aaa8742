import { formatPlate } from "#contract/format-plate.ts";
import type { EndUserForm } from "#contract/forms/end-user.ts";
import { personFieldText } from "#contract/forms/person-fields.ts";
import { ownWord } from "#contract/own-word.ts";
import { ofPersonFields } from "#contract/person-fields.ts";
import { credentialsOf, groupIdsOf, ownDoorIds, ownGateIds, type Person } from "./person.ts";
import { groupsTexts } from "./texts/groups.sv.ts";
import { peopleTexts } from "./texts/people.sv.ts";
import { personDialogTexts } from "./texts/person-dialog.sv.ts";
import { endDateOf } from "./validity-hint.ts";

const USUAL_VALIDITY = "12_months";

export type FormFieldName = keyof EndUserForm;

const formLabels: Record<FormFieldName, string> = {
  organization_id: peopleTexts.organization,
  first_name: personDialogTexts.firstName,
  last_name: personDialogTexts.lastName,
  ...ofPersonFields((field) => personFieldText(field, "label")),
  group_ids: groupsTexts.choose,
  enable_pin: peopleTexts.pin,
  pin_value: personDialogTexts.pinField,
  pin_validity: personDialogTexts.validity,
  pin_end_date: personDialogTexts.validity,
  pin_renew: personDialogTexts.validity,
  pin_access_points: personDialogTexts.doorsLabel,
  enable_vehicle: peopleTexts.vehicle,
  vehicle_plate: personDialogTexts.plate,
  vehicle_type: personDialogTexts.vehicleType,
  vehicle_validity: personDialogTexts.validity,
  vehicle_end_date: personDialogTexts.validity,
  vehicle_renew: personDialogTexts.validity,
  vehicle_controllers: personDialogTexts.gatesLabel,
};

/** Returns an empty form. `organizationId` is "" until a system admin chooses. */
export function emptyForm(organizationId: string): EndUserForm {
  return {
    organization_id: organizationId,
    first_name: "",
    last_name: "",
    ...ofPersonFields(() => ""),
    group_ids: [],
    enable_pin: false,
    pin_value: "",
    pin_validity: USUAL_VALIDITY,
    pin_end_date: "",
    pin_renew: false,
    pin_access_points: [],
    enable_vehicle: false,
    vehicle_plate: "",
    vehicle_type: personDialogTexts.usualVehicleType,
    vehicle_validity: USUAL_VALIDITY,
    vehicle_end_date: "",
    vehicle_renew: false,
    vehicle_controllers: [],
  };
}

/** Returns the form with the oldest PIN and vehicle, which a save edits; the PIN itself stays blank. */
export function formOf(person: Person): EndUserForm {
  const [pin] = credentialsOf(person, "pin");
  const [vehicle] = credentialsOf(person, "license_plate");
  return {
    ...emptyForm(person.organization_id),
    first_name: person.first_name,
    last_name: person.last_name,
    ...ofPersonFields((field) => person[field] ?? ""),
    group_ids: groupIdsOf(person),
    ...(pin && {
      enable_pin: true,
      pin_validity: pin.validity_period ?? "",
      pin_end_date: endDateOf(pin) ?? "",
      pin_access_points: ownDoorIds(pin).toSorted(),
    }),
    ...(vehicle && {
      enable_vehicle: true,
      vehicle_plate: formatPlate(vehicle.credential_value),
      vehicle_type: vehicle.vehicle_type ?? "",
      vehicle_validity: vehicle.validity_period ?? "",
      vehicle_end_date: endDateOf(vehicle) ?? "",
      vehicle_controllers: ownGateIds(vehicle).toSorted(),
    }),
  };
}

/** Labels for the error summary: the two fields whose sentence does not name them. */
export const summaryLabels = { pin_validity: personDialogTexts.pinField, vehicle_validity: peopleTexts.vehicle };

const BY_SERVER_FIELD: Record<string, FormFieldName> = {
  "pin.value": "pin_value",
  "pin.validity_period": "pin_validity",
  "pin.end_date": "pin_end_date",
  "pin.renew": "pin_validity",
  "pin.access_point_ids": "pin_access_points",
  access_point_ids: "pin_access_points",
  "vehicle.plate_number": "vehicle_plate",
  "vehicle.vehicle_type": "vehicle_type",
  "vehicle.validity_period": "vehicle_validity",
  "vehicle.end_date": "vehicle_end_date",
  "vehicle.renew": "vehicle_validity",
  "vehicle.controller_ids": "vehicle_controllers",
  controller_ids: "vehicle_controllers",
  organization_id: "organization_id",
  group_ids: "group_ids",
  first_name: "first_name",
  last_name: "last_name",
  ...ofPersonFields((field) => field),
};

/** Maps the `field` of a refused save ("payload.pin.access_point_ids.3"); undefined when the form has none. */
export function fieldOfRefusal(serverField: string | undefined): FormFieldName | undefined {
  const path = serverField?.replace(/^payload\./, "").replace(/\.\d+$/, "");
  return path === undefined ? undefined : ownWord(BY_SERVER_FIELD, path);
}

export function changedLabels(before: Person, after: Person): string[] {
  const [old, next] = [formOf(before), formOf(after)];
  const names = Object.keys(formLabels).filter((name): name is FormFieldName => Object.hasOwn(old, name));
  const changed = names.filter(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]) || endOf(before, name) !== endOf(after, name),
  );
  return [...new Set(changed.map((name) => formLabels[name]))];
}

/** Returns the end; a renewed period is the same choice with another end. */
function endOf(person: Person, name: FormFieldName): string | null | undefined {
  if (name === "pin_validity") return credentialsOf(person, "pin")[0]?.valid_to;
  return name === "vehicle_validity" ? credentialsOf(person, "license_plate")[0]?.valid_to : undefined;
}
