import { ownWeeklyCodes as contract } from "#contract/functions/own-weekly-codes.ts";
import type { Deps } from "#server/platform/deps.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { listOwnCodes, type OwnCodesDeps, revealOwnCode } from "./own-weekly-codes.ts";

export const ownWeeklyCodes = defineFunction({
  contract,
  role: "org_admin",
  actions: {
    LIST: action(contract.LIST, async (deps, call) => ({ codes: await listOwnCodes(deps, call) })),
    REVEAL: action(contract.REVEAL, async (deps: Deps & OwnCodesDeps, call, input) => ({
      code: await revealOwnCode(deps, call, input.controller_id),
    })),
  },
});
