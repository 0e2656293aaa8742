// What is asked of generate-weekly-codes. A failure begins with what was attempted: the server's does already, and one
// that no server of ours has answered (no contact, a proxy between) is worded here.
import { type FailedOperation, failedOperation } from "#contract/errors/failed-operations.ts";
import {
  cleanupWeeklyCodesReply,
  deleteWeeklyCodeReply,
  generateWeeklyCodesReply,
} from "#contract/functions/generate-weekly-codes.ts";
import { FunctionError } from "#web/lib/calls/errors.ts";
import { callFunction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";
import { language } from "#web/texts/language.ts";

const FUNCTION = "generate-weekly-codes";

export interface CodesToMake {
  controllerIds: readonly string[];
  weeks: number;
}

export const generateCodes = (input: CodesToMake) =>
  during("generate_weekly_codes", () =>
    withStepUp(() => callFunction(FUNCTION, generateWeeklyCodesReply, { action: "generate", ...input })),
  );

export const cleanUpCodes = () =>
  during("clear_weekly_codes", () => callFunction(FUNCTION, cleanupWeeklyCodesReply, { action: "cleanup" }));

export const deleteCode = (weeklyCodeId: string) =>
  during("delete_weekly_code", () => callFunction(FUNCTION, deleteWeeklyCodeReply, { action: "delete", weeklyCodeId }));

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
