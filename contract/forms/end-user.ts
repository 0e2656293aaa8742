// The user dialog: names, an optional PIN block and an optional vehicle block.
import { z } from "zod";
import type { EndUserPayload } from "../functions/end-user-manager.ts";
import { NAME_MAX_LENGTH, PLATE_MAX_LENGTH, VEHICLE_TYPE_MAX_LENGTH } from "../limits.ts";
import { PIN_PATTERN } from "../pin.ts";
import { plainLine } from "../plain-line.ts";
import { plateKey } from "../plate.ts";
import { validityPeriodSchema } from "../validity.ts";

const NO_CREDENTIAL = "Minst en behörighet måste väljas med korrekt information";

const optionalPeriod = z.union([validityPeriodSchema, z.literal("")]);

export const endUserForm = z
  .object({
    organization_id: z.string().min(1, "Välj en organisation för att fortsätta"),
    first_name: z
      .string()
      .overwrite(plainLine)
      .min(1, "Förnamn krävs")
      .max(NAME_MAX_LENGTH, "Förnamn måste vara mindre än 100 tecken"),
    last_name: z
      .string()
      .overwrite(plainLine)
      .min(1, "Efternamn krävs")
      .max(NAME_MAX_LENGTH, "Efternamn måste vara mindre än 100 tecken"),
    enable_pin: z.boolean(),
    /** Blank: the server generates one (new person) or keeps the stored one (edited person). */
    pin_value: z.string(),
    pin_validity: optionalPeriod,
    /** The same period again, from now; only an edited person has one to renew. */
    pin_renew: z.boolean(),
    pin_access_points: z.array(z.string()),
    enable_vehicle: z.boolean(),
    vehicle_plate: z.string().overwrite(plainLine),
    vehicle_type: z
      .string()
      .overwrite(plainLine)
      .max(VEHICLE_TYPE_MAX_LENGTH, "Fordonstypen får vara högst 100 tecken"),
    vehicle_validity: optionalPeriod,
    vehicle_renew: z.boolean(),
    vehicle_controllers: z.array(z.string()),
  })
  .superRefine((form, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (!form.enable_pin && !form.enable_vehicle) issue("enable_pin", NO_CREDENTIAL);
    if (form.enable_pin) {
      if (form.pin_value !== "" && !PIN_PATTERN.test(form.pin_value)) issue("pin_value", "PIN måste vara 4-6 siffror");
      if (form.pin_validity === "") issue("pin_validity", "Välj giltighet");
      if (form.pin_access_points.length === 0) issue("pin_access_points", "Välj minst en dörr för PIN-koden");
    }
    if (form.enable_vehicle) {
      if (plateKey(form.vehicle_plate).length < 2) issue("vehicle_plate", "Nummerplåt krävs");
      else if (form.vehicle_plate.length > PLATE_MAX_LENGTH)
        issue("vehicle_plate", "Nummerplåten får vara högst 20 tecken");
      if (form.vehicle_type === "") issue("vehicle_type", "Fordonstyp krävs");
      if (form.vehicle_validity === "") issue("vehicle_validity", "Välj giltighet");
      if (form.vehicle_controllers.length === 0) issue("vehicle_controllers", "Välj minst en grind för fordonet");
    }
  });
export type EndUserForm = z.infer<typeof endUserForm>;

/** The save payload of a valid form: a block is sent only when it is enabled and complete. */
export function toEndUserPayload(form: EndUserForm): EndUserPayload {
  const payload: EndUserPayload = {
    organization_id: form.organization_id,
    first_name: form.first_name,
    last_name: form.last_name,
  };
  if (form.enable_pin && form.pin_validity !== "" && form.pin_access_points.length > 0) {
    payload.pin = { validity_period: form.pin_validity, access_point_ids: form.pin_access_points };
    if (form.pin_value !== "") payload.pin.value = form.pin_value;
    if (form.pin_renew) payload.pin.renew = true;
  }
  if (form.enable_vehicle && form.vehicle_validity !== "" && form.vehicle_controllers.length > 0) {
    payload.vehicle = {
      plate_number: form.vehicle_plate.toUpperCase(),
      vehicle_type: form.vehicle_type,
      validity_period: form.vehicle_validity,
      controller_ids: form.vehicle_controllers,
    };
    if (form.vehicle_renew) payload.vehicle.renew = true;
  }
  return payload;
}
