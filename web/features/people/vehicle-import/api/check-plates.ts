import { checkPlatesReply } from "#contract/functions/vehicle-import.ts";
import { callFunction } from "#web/lib/calls/functions.ts";

/** Which plate keys the own organisation has, with the people's last names. Throws FunctionError. */
export async function checkPlates(plates: string[], signal: AbortSignal) {
  const body = { action: "CHECK_PLATES", plates };
  return (await callFunction("vehicle-import", checkPlatesReply, body, { signal })).existing;
}
