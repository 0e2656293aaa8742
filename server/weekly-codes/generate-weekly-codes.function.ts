import { z } from "zod";
import { generateWeeklyCodes as contract } from "#contract/functions/generate-weekly-codes.ts";
import { requireStepUp } from "#server/auth/step-up.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { cleanUpWeeklyCodes, removeWeeklyCode } from "./remove-weekly-codes.ts";
import { requestWeeklyCodes } from "./request-weekly-codes.ts";
import { type ShowDeps, showWeeklyCodes } from "./show-weekly-codes.ts";

export const generateWeeklyCodes = defineFunction({
  contract,
  role: "system_admin",
  actions: {
    list: action(contract.list, showWeeklyCodes),
    generate: action(contract.generate, async (deps: ShowDeps, call, input) => {
      // Returns only new codes, so it needs the step-up but no quota.
      await call.asCaller(async () => requireStepUp(deps, call.claims));
      return requestWeeklyCodes(deps, call, input);
    }),
    cleanup: action(contract.cleanup, cleanUpWeeklyCodes),
    delete: action(contract.delete, removeWeeklyCode),
  },
  named: (refusal, body) => {
    const attempt = attempted.safeParse(body).data?.action;
    if (attempt === undefined || refusal.status === 401 || refusal.status === 403) return refusal;
    return refusal.during(ATTEMPTS[attempt]);
  },
});

const ATTEMPTS = {
  generate: "generate_weekly_codes",
  cleanup: "clear_weekly_codes",
  delete: "delete_weekly_code",
} as const;
const attempted = z.object({ action: z.enum(["generate", "cleanup", "delete"]) });
