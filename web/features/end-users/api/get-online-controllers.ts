// Which controllers are known to answer or not. A system admin sees what their lanes say; an organisation only what became of
// its own people's copies, so there a controller without trouble is simply unknown.
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import type { Role } from "#contract/roles.ts";
import { backend } from "../../../lib/backend.ts";
import { readRows } from "../../../lib/rows.ts";
import { isUnreachable } from "../standing.ts";

const laneRow = z.object({
  controller_id: z.uuid(),
  last_error: z.string().nullable(),
  last_full_at: z.string().nullable(),
});
const troubleRow = z.object({ controller_id: z.uuid(), last_error: z.string() });

const MOST_ROWS = 200;

/** Controller id → it answers. Absent: not known. */
export function getOnlineControllersQueryOptions(role: Role) {
  return queryOptions({
    queryKey: ["controllers", "online", role],
    queryFn: ({ signal }) => (role === "system_admin" ? fromLanes(signal) : fromOwnCopies(signal)),
  });
}

async function fromLanes(signal: AbortSignal): Promise<ReadonlyMap<string, boolean>> {
  const call = backend.from("controller_sync").select("controller_id, last_error, last_full_at");
  const lanes = await readRows(laneRow, call.abortSignal(signal));
  return new Map(
    lanes.flatMap(({ controller_id, last_error, last_full_at }): [string, boolean][] => {
      if (last_error !== null) return isUnreachable(last_error) ? [[controller_id, false]] : [];
      return last_full_at === null ? [] : [[controller_id, true]];
    }),
  );
}

async function fromOwnCopies(signal: AbortSignal): Promise<ReadonlyMap<string, boolean>> {
  const call = backend
    .from("device_sync")
    .select("controller_id, last_error")
    .eq("pending", true)
    .not("last_error", "is", null)
    .limit(MOST_ROWS);
  const troubles = await readRows(troubleRow, call.abortSignal(signal));
  return new Map(
    troubles.filter(({ last_error }) => isUnreachable(last_error)).map(({ controller_id }) => [controller_id, false]),
  );
}
