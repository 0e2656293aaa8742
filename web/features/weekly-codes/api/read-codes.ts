// Clear text: every call is audited, so only on request, and never cached.
import { type ListWeeklyCodesReply, listWeeklyCodesReply } from "#contract/functions/generate-weekly-codes.ts";
import { callFunction } from "#web/lib/functions.ts";
import { withStepUp } from "#web/lib/step-up.ts";

export async function readCodes(): Promise<ListWeeklyCodesReply["codes"]> {
  return (await withStepUp(() => callFunction("generate-weekly-codes", listWeeklyCodesReply, { action: "list" })))
    .codes;
}
