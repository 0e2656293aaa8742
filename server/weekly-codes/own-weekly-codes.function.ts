import { ownWeeklyCodesRequest } from "#contract/functions/own-weekly-codes.ts";
import type { Deps } from "#server/platform/deps.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { listOwnCodes, type OwnCodesDeps, revealOwnCode } from "./own-weekly-codes.ts";

export const ownWeeklyCodes = defineFunction({
  name: "own-weekly-codes",
  method: "POST",
  role: "org_admin",
  input: ownWeeklyCodesRequest,
  handle: async (deps: Deps & OwnCodesDeps, { input, ...call }) => {
    switch (input.action) {
      case "LIST":
        return { codes: await listOwnCodes(deps, call) };
      case "REVEAL":
        return { code: await revealOwnCode(deps, call, input.controller_id) };
    }
  },
});
