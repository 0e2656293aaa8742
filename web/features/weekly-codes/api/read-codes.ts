// Clear text: every call is audited, so only on request, and never cached.
import { type ListWeeklyCodesReply, listWeeklyCodesReply } from "#contract/functions/generate-weekly-codes.ts";
import { callFunction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";

export async function readCodes(): Promise<ListWeeklyCodesReply["codes"]> {
  return (await withStepUp(() => callFunction("generate-weekly-codes", listWeeklyCodesReply, { action: "list" })))
    .codes;
}
