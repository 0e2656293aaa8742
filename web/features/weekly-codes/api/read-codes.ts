// The codes in clear text. Every call is audited, so it is made when somebody asks to see or export them, and kept nowhere.
import { type ListWeeklyCodesReply, listWeeklyCodesReply } from "#contract/functions/generate-weekly-codes.ts";
import { callFunction } from "#web/lib/functions.ts";
import { withProof } from "#web/lib/step-up.ts";

export async function readCodes(): Promise<ListWeeklyCodesReply["codes"]> {
  return (await withProof(() => callFunction("generate-weekly-codes", listWeeklyCodesReply, { action: "list" }))).codes;
}
