import { z } from "zod";
import type { EndUserPayload } from "../functions/end-user-manager.ts";
import { NAME_MAX_LENGTH, VEHICLE_TYPE_MAX_LENGTH } from "../limits.ts";
import { ofPersonFields, PERSON_FIELDS } from "../person-fields.ts";
import { isTrivialPin, PIN_PATTERN } from "../pin.ts";
import { plainLine } from "../plain-line.ts";
import { plateProblem } from "../plate-problem.ts";
import { endDateProblem, storedValiditySchema } from "../validity.ts";
import { personFieldProblem } from "./person-fields.ts";
import { formTexts } from "./texts.ts";

const NO_CREDENTIAL = formTexts.credential_missing;

const optionalPeriod = z.union([storedValiditySchema, z.literal("")]);

const END_DATE_TEXTS = { past: formTexts.end_date_past, far: formTexts.end_date_far };

const fields = z.object({
  organization_id: z.string().min(1, formTexts.organization_missing),
  first_name: z
    .string()
    .overwrite(plainLine)
    .min(1, formTexts.first_name_missing)
    .max(NAME_MAX_LENGTH, formTexts.first_name_long),
  last_name: z
    .string()
    .overwrite(plainLine)
    .min(1, formTexts.last_name_missing)
    .max(NAME_MAX_LENGTH, formTexts.last_name_long),
  /** "" means none. */
  ...ofPersonFields(() => z.string().trim()),
  /** Access groups, sorted. */
  group_ids: z.array(z.string()),
  enable_pin: z.boolean(),
  /** Blank: the server generates one (new) or keeps the stored one (edited). */
  pin_value: z.string(),
  pin_validity: optionalPeriod,
  /** yyyy-MM-dd of a chosen end date, else "". */
  pin_end_date: z.string(),
  /** Restarts the period from now; only for edited people. */
  pin_renew: z.boolean(),
  pin_access_points: z.array(z.string()),
  enable_vehicle: z.boolean(),
  vehicle_plate: z.string().overwrite(plainLine),
  vehicle_type: z.string().overwrite(plainLine).max(VEHICLE_TYPE_MAX_LENGTH, formTexts.vehicle_type_long),
  vehicle_validity: optionalPeriod,
  vehicle_end_date: z.string(),
  vehicle_renew: z.boolean(),
  vehicle_controllers: z.array(z.string()),
});

export interface EndUserFormContext {
  now: Date;
  /** The stored chosen end dates. Unchanged ones may have passed, and the server keeps them. */
  stored?: { pin?: string | undefined; vehicle?: string | undefined };
}

/** Returns the form's schema. An end date that the person has already (`stored`) may lie in the past. */
export function endUserForm({ now, stored = {} }: EndUserFormContext) {
  const aboutEnd = (day: string, kept: string | undefined): string | null => {
    if (day === "") return formTexts.end_date_missing;
    const problem = day === kept ? null : endDateProblem(day, now);
    return problem && END_DATE_TEXTS[problem];
  };
  return fields.superRefine((form, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    for (const field of PERSON_FIELDS) {
      const problem = personFieldProblem(field, form[field]);
      if (problem !== null) issue(field, problem);
    }
    if (!form.enable_pin && !form.enable_vehicle) issue("enable_pin", NO_CREDENTIAL);
    if (form.enable_pin) {
      if (form.pin_value !== "" && !PIN_PATTERN.test(form.pin_value)) issue("pin_value", formTexts.pin_malformed);
      else if (isTrivialPin(form.pin_value)) issue("pin_value", formTexts.pin_trivial);
      if (form.pin_validity === "") issue("pin_validity", formTexts.validity_missing);
      const end = form.pin_validity === "custom" ? aboutEnd(form.pin_end_date, stored.pin) : null;
      if (end !== null) issue("pin_end_date", end);
      if (form.pin_access_points.length === 0 && form.group_ids.length === 0)
        issue("pin_access_points", formTexts.pin_doors_missing);
    }
    if (form.enable_vehicle) {
      const plate = plateProblem(form.vehicle_plate);
      if (plate !== null) issue("vehicle_plate", formTexts[`plate_${plate}`]);
      if (form.vehicle_type === "") issue("vehicle_type", formTexts.vehicle_type_missing);
      if (form.vehicle_validity === "") issue("vehicle_validity", formTexts.validity_missing);
      const end = form.vehicle_validity === "custom" ? aboutEnd(form.vehicle_end_date, stored.vehicle) : null;
      if (end !== null) issue("vehicle_end_date", end);
      if (form.vehicle_controllers.length === 0 && form.group_ids.length === 0)
        issue("vehicle_controllers", formTexts.vehicle_gates_missing);
    }
  });
}
export type EndUserForm = z.infer<typeof fields>;

/**
 * Builds the save payload of a valid form: a block is sent only when it is enabled and complete. `storedGroups`: the groups that the person
 * is in, so that the last of them can be removed.
 */
export function toEndUserPayload(form: EndUserForm, storedGroups: readonly string[] = []): EndUserPayload {
  const isGrouped = form.group_ids.length > 0;
  const payload: EndUserPayload = {
    organization_id: form.organization_id,
    first_name: form.first_name,
    last_name: form.last_name,
    ...ofPersonFields((field) => form[field]),
    ...((isGrouped || storedGroups.length > 0) && { group_ids: form.group_ids }),
  };
  if (form.enable_pin && form.pin_validity !== "" && (isGrouped || form.pin_access_points.length > 0)) {
    payload.pin = { validity_period: form.pin_validity, access_point_ids: form.pin_access_points };
    if (form.pin_validity === "custom") payload.pin.end_date = form.pin_end_date;
    if (form.pin_value !== "") payload.pin.value = form.pin_value;
    if (form.pin_renew) payload.pin.renew = true;
  }
  if (form.enable_vehicle && form.vehicle_validity !== "" && (isGrouped || form.vehicle_controllers.length > 0)) {
    payload.vehicle = {
      plate_number: form.vehicle_plate.toUpperCase(),
      vehicle_type: form.vehicle_type,
      validity_period: form.vehicle_validity,
      controller_ids: form.vehicle_controllers,
    };
    if (form.vehicle_validity === "custom") payload.vehicle.end_date = form.vehicle_end_date;
    if (form.vehicle_renew) payload.vehicle.renew = true;
  }
  return payload;
}
