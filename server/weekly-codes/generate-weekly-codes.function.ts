import { z } from "zod";
import { generateWeeklyCodesRequest } from "#contract/functions/generate-weekly-codes.ts";
import { requireStepUp } from "#server/auth/step-up.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
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
        return requestWeeklyCodes(deps, call, input);
      case "cleanup":
        return cleanUpWeeklyCodes(deps, call);
      case "delete":
        return removeWeeklyCode(deps, call, input.weeklyCodeId);
    }
  },
  named: (refusal, body) => {
    const action = attempted.safeParse(body).data?.action;
    if (action === undefined || refusal.status === 401 || refusal.status === 403) return refusal;
    return refusal.during(ATTEMPTS[action]);
  },
});

const ATTEMPTS = {
  generate: "generate_weekly_codes",
  cleanup: "clear_weekly_codes",
  delete: "delete_weekly_code",
} as const;
const attempted = z.object({ action: z.enum(["generate", "cleanup", "delete"]) });
