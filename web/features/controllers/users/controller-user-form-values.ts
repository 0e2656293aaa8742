// Converts days to times: a day runs from 00:00 to its last second, in Stockholm.
import { addDays } from "date-fns/addDays";
import { type ControllerUserForm, proposedDays } from "#contract/forms/controller-user.ts";
import type { AxisUser } from "#contract/functions/axis-proxy.ts";
import { inStockholm, isoSeconds, startOfStockholmDay } from "#contract/stockholm.ts";
import { formatDay } from "#web/lib/dates.ts";

type Person = Pick<AxisUser, "firstName" | "lastName" | "name" | "validFrom" | "validTo">;
type Days = Pick<ControllerUserForm, "validFrom" | "validTo">;

/** Returns the form's values: for a new person today and 30 days on, else the device's. */
export function formValues(person: Person | null, now: Date): ControllerUserForm {
  const end = formatDay(addDays(inStockholm(now), proposedDays(person === null)));
  return {
    firstName: person?.firstName ?? "",
    lastName: person ? person.lastName || (person.firstName === "" ? person.name : "") : "",
    pin: "",
    validFrom: person?.validFrom ? formatDay(person.validFrom) : formatDay(now),
    validTo: person?.validTo ? formatDay(person.validTo) : end,
  };
}

/** Returns the window, from this moment when the first day is today ("from now", docs/requirements.md, section 9). */
export function createWindow({ validFrom, validTo }: Days, now: Date): { validFrom: string; validTo: string } {
  const from = validFrom === formatDay(now) ? now : startOfStockholmDay(validFrom);
  return { validFrom: isoSeconds(from), validTo: isoSeconds(lastSecondOf(validTo)) };
}

/** Returns the changed times; null keeps the stored one, whose time of day may not be midnight. */
export function changedWindow(
  { validFrom, validTo }: Days,
  person: Pick<Person, "validFrom" | "validTo">,
): { validFrom: string | null; validTo: string | null } {
  const isKept = (day: string, stored: string | null) => stored !== null && formatDay(stored) === day;
  return {
    validFrom: isKept(validFrom, person.validFrom) ? null : isoSeconds(startOfStockholmDay(validFrom)),
    validTo: isKept(validTo, person.validTo) ? null : isoSeconds(lastSecondOf(validTo)),
  };
}

/** Returns the day's last second, not the next midnight, which would read as one day more. A day may have 23 or 25 hours. */
function lastSecondOf(day: string): Date {
  const next = addDays(inStockholm(startOfStockholmDay(day)), 1);
  return new Date(next.getTime() - 1000);
}
