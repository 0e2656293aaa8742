import { queryOptions } from "@tanstack/react-query";
import type { ReplyOf } from "#contract/define-action.ts";
import { axxonProxy } from "#contract/functions/axxon-proxy.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";
import type { Connection } from "../controller-form-rules.ts";

export type LprMacro = ReplyOf<typeof axxonProxy.LIST_MACROS>["macros"][number];

export async function listMacros(connection: Connection): Promise<LprMacro[]> {
  return (await callAction(axxonProxy.LIST_MACROS, connection)).macros;
}

/** The macros of a saved gate's server, read when they are shown. */
export const getMacrosQueryOptions = (controllerId: string) =>
  queryOptions({
    queryKey: ["lpr-macros", controllerId],
    queryFn: () => listMacros({ controller_id: controllerId }),
    staleTime: 0,
    retry: false,
  });

/** Opens the gate through the stored connection; audited. */
export async function testMacro(controllerId: string, macroId: string): Promise<void> {
  await withStepUp("open_gate", () =>
    callAction(axxonProxy.TEST_MACRO, { controller_id: controllerId, macro_id: macroId }),
  );
}
