// Reads codes in clear text. Every call is audited, so it happens only on request and is never cached.
import { generateWeeklyCodes, type WeeklyCode } from "#contract/functions/generate-weekly-codes.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";

export async function readCodes(): Promise<WeeklyCode[]> {
  return (await withStepUp("show_weekly_code", () => callAction(generateWeeklyCodes.list, {}))).codes;
}
