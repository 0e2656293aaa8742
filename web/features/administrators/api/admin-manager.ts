import type { z } from "zod";
import type { Action, BodyOf } from "#contract/define-action.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";

/** Calls admin-manager; operations on a system admin may require re-authentication. Throws FunctionError. */
export function callAdminManager<Input extends z.ZodType, Reply extends z.ZodObject>(
  action: Action<string, Input, Reply>,
  input: BodyOf<Input>,
): Promise<z.output<Reply>> {
  return withStepUp("change_administrators", () => callAction(action, input));
}
