import { queryOptions } from "@tanstack/react-query";
import {
  listOwnWeeklyCodesReply,
  type OwnWeeklyCodesRequest,
  revealWeeklyCodeReply,
} from "#contract/functions/own-weekly-codes.ts";
import { callFunction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";

const FUNCTION = "own-weekly-codes";

/** Without digits. */
export function getOwnWeeklyCodesQueryOptions() {
  return queryOptions({
    queryKey: ["weekly-codes", "own"],
    queryFn: async ({ signal }) => {
      const request: OwnWeeklyCodesRequest = { action: "LIST" };
      return (await callFunction(FUNCTION, listOwnWeeklyCodesReply, request, { signal })).codes;
    },
  });
}

/** Requires recent re-authentication; audited. Rejects with a FunctionError. */
export async function revealWeeklyCode(controllerId: string): Promise<string> {
  const request: OwnWeeklyCodesRequest = { action: "REVEAL", controller_id: controllerId };
  return (await withStepUp(() => callFunction(FUNCTION, revealWeeklyCodeReply, request))).code;
}
