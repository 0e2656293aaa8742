import { about as contract } from "#contract/functions/about.ts";
import { action } from "#server/platform/functions/action.ts";
import { requireAdmission } from "#server/platform/functions/as-caller.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { SUPPORTED_UNTIL, VERSION } from "#server/platform/version.ts";

export const about = defineFunction({
  method: "GET",
  role: "any",
  call: action(contract, async ({ config }, call) => {
    await requireAdmission(call);
    return {
      version: VERSION,
      supported_until: SUPPORTED_UNTIL,
      support_contact: config.supportContact,
      security_contact: config.securityContact,
    };
  }),
});
