// Calls of generate-weekly-codes. A failure begins with the attempted operation: the server's sentence already does, and a failure without
// a server's answer (no contact, a proxy in between) is worded here.
import { type FailedOperation, failedOperation } from "#contract/errors/failed-operations.ts";
import { generateWeeklyCodes } from "#contract/functions/generate-weekly-codes.ts";
import { FunctionError } from "#web/lib/calls/errors.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";
import { language } from "#web/texts/language.ts";

export interface CodesToMake {
  controllerIds: readonly string[];
  weeks: number;
}

export const generateCodes = (input: CodesToMake) =>
  during("generate_weekly_codes", () =>
    withStepUp("make_weekly_codes", () =>
      callAction(generateWeeklyCodes.generate, { ...input, controllerIds: [...input.controllerIds] }),
    ),
  );

export const cleanUpCodes = () => during("clear_weekly_codes", () => callAction(generateWeeklyCodes.cleanup, {}));

export const deleteCode = (weeklyCodeId: string) =>
  during("delete_weekly_code", () => callAction(generateWeeklyCodes.delete, { weeklyCodeId }));

async function during<T>(action: FailedOperation, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FunctionError) || error.status === 401 || error.status === 403) throw error;
    const attempted = failedOperation(action, language());
    if (error.message.startsWith(attempted)) throw error;
    const { code, status, field, requestId, details } = error;
    throw new FunctionError(attempted + error.message, { code, status, field, requestId, details, cause: error });
  }
}
