import type { z } from "zod";
import { listMacrosReply, testMacroReply } from "#contract/functions/axxon-proxy.ts";
import { callFunction } from "#web/lib/calls/functions.ts";
import type { Connection } from "../controller-form-rules.ts";

export type LprMacro = z.infer<typeof listMacrosReply>["macros"][number];

export async function listMacros(connection: Connection): Promise<LprMacro[]> {
  return (await callFunction("axxon-proxy", listMacrosReply, { action: "LIST_MACROS", ...connection })).macros;
}

/** Opens the gate through the stored connection; audited. */
export async function testMacro(controllerId: string, macroId: string): Promise<void> {
  const body = { action: "TEST_MACRO", controller_id: controllerId, macro_id: macroId };
  await callFunction("axxon-proxy", testMacroReply, body);
}
