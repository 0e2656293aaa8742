import type { FailedOperation } from "#contract/errors/failed-operations.ts";
import { generateWeeklyCodesRequest } from "#contract/functions/generate-weekly-codes.ts";
import { requireStepUp } from "#server/auth/step-up.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { toPortalError } from "#server/platform/http/errors.ts";
import { cleanUpWeeklyCodes, removeWeeklyCode } from "./remove-weekly-codes.ts";
import { requestWeeklyCodes } from "./request-weekly-codes.ts";
import { type ShowDeps, showWeeklyCodes } from "./show-weekly-codes.ts";

export const generateWeeklyCodes = defineFunction({
  name: "generate-weekly-codes",
  method: "POST",
  role: "system_admin",
  input: generateWeeklyCodesRequest,
  handle: async (deps: ShowDeps, { input, ...call }) => {
    switch (input.action) {
      case "list":
        return showWeeklyCodes(deps, call);
      case "generate":
        // Returns only new codes, so it needs the step-up but no quota.
        await call.asCaller(async () => requireStepUp(deps, call.claims));
        return named("generate_weekly_codes", () => requestWeeklyCodes(deps, call, input));
      case "cleanup":
        return named("clear_weekly_codes", () => cleanUpWeeklyCodes(deps, call));
      case "delete":
        return named("delete_weekly_code", () => removeWeeklyCode(deps, call, input.weeklyCodeId));
    }
  },
});

async function named<T>(action: FailedOperation, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known = toPortalError(error);
    if (known.status === 401 || known.status === 403) throw error;
    throw known.during(action);
  }
}
