import { vehicleImport } from "#contract/functions/vehicle-import.ts";
import { callAction } from "#web/lib/calls/functions.ts";

/** Returns the plate keys of the caller's organisation, with the people's last names. Throws FunctionError. */
export async function checkPlates(plates: string[], signal: AbortSignal) {
  return (await callAction(vehicleImport.CHECK_PLATES, { plates }, { signal })).existing;
}
