import type { z } from "zod";
import { callFunction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";

/** Calls admin-manager; what concerns a system admin may require re-authentication. Throws FunctionError. */
export function callAdminManager<T>(reply: z.ZodType<T>, body: object): Promise<T> {
  return withStepUp(() => callFunction("admin-manager", reply, body));
}
