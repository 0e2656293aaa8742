// generate-weekly-codes: lists, makes, clears and deletes weekly codes.
import { generateWeeklyCodesRequest } from "#contract/functions/generate-weekly-codes.ts";
import { requireFreshProof } from "#server/auth/fresh-proof.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { PortalError, toPortalError } from "#server/platform/http/errors.ts";
import { cleanUpWeeklyCodes, removeWeeklyCode } from "./remove-weekly-codes.ts";
import { requestWeeklyCodes } from "./request-weekly-codes.ts";
import { type ShowDeps, showWeeklyCodes } from "./show-weekly-codes.ts";

const FAILED = {
  generate: "Misslyckades att generera veckokoder",
  cleanup: "Misslyckades att rensa veckokoder",
  delete: "Misslyckades att radera veckokod",
};

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
        // The answer shows the new codes, and no stored one: it takes the step-up and nothing of the account's share.
        await call.asCaller(async () => requireFreshProof(deps, call.claims));
        return named(FAILED.generate, () => requestWeeklyCodes(deps, call, input));
      case "cleanup":
        return named(FAILED.cleanup, () => cleanUpWeeklyCodes(deps, call));
      case "delete":
        return named(FAILED.delete, () => removeWeeklyCode(deps, call, input.weeklyCodeId));
    }
  },
});

/** Puts the specification's text before the reason; who may not ask at all is told only that. */
async function named<T>(prefix: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { status, code, message, field } = toPortalError(error);
    if (status === 401 || status === 403) throw error;
    throw new PortalError(status, code, `${prefix}: ${message}`, {
      ...(field === undefined ? {} : { field }),
      cause: error,
    });
  }
}
