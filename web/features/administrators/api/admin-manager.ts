import type { z } from "zod";
import { callFunction } from "#web/lib/functions.ts";
import { withProof } from "#web/lib/step-up.ts";

/** Calls admin-manager; what concerns a system admin may require re-authentication. Throws FunctionError. */
export function callAdminManager<T>(reply: z.ZodType<T>, body: object): Promise<T> {
  return withProof(() => callFunction("admin-manager", reply, body));
}
