import { queryOptions } from "@tanstack/react-query";
import { ownWeeklyCodes } from "#contract/functions/own-weekly-codes.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";

/** Reads the codes without digits. */
export function getOwnWeeklyCodesQueryOptions() {
  return queryOptions({
    queryKey: ["weekly-codes", "own"],
    queryFn: async ({ signal }) => (await callAction(ownWeeklyCodes.LIST, {}, { signal })).codes,
  });
}

/** Reveals a code. Requires recent re-authentication; audited. Rejects with a FunctionError. */
export async function revealWeeklyCode(controllerId: string): Promise<string> {
  return (
    await withStepUp("show_weekly_code", () => callAction(ownWeeklyCodes.REVEAL, { controller_id: controllerId }))
  ).code;
}
