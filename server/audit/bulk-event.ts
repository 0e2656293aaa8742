import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { beginBulkEvent } from "./operations.store.ts";

export type BulkAction =
  | "people_deleted"
  | "people_restored"
  | "credentials_switched_off"
  | "credentials_switched_on"
  | "credentials_extended";

/** Wraps a call so that each of its transactions writes its changes as parts of one event. */
export function asOneEvent<Call extends CallerContext>(call: Call, event: { id: string; action: BulkAction }): Call {
  return {
    ...call,
    asCaller: (work) =>
      call.asCaller(async (client, caller) => {
        await beginBulkEvent(client, event);
        return work(client, caller);
      }),
  };
}
