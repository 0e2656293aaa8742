import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { syncStateSchema } from "#contract/devices.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";
import { type ControllerSync, controllerSync, NOTHING_WAITS, type WaitingReplicas } from "../controller-sync-state.ts";

/** Poll intervals while something waits, and while all is well. */
const REFRESH_WAITING_MS = 3_000;
const REFRESH_MS = 15_000;
/** Number of replicas fetched by id, since ids stand in the URL; further replicas are only counted. */
const MOST_ASKED = 150;

const workerRow = z.object({
  controller_id: z.uuid(),
  desired_gen: z.number(),
  applied_gen: z.number(),
  last_error: z.string().nullable(),
  next_try_at: z.string(),
  breaker_open_since: z.string().nullable(),
  last_full_at: z.string().nullable(),
});
const waitingRow = z.object({ controller_id: z.uuid(), last_error: z.string().nullable(), count: z.number() });
const sourceRow = z.object({ source_id: z.uuid() });
const stateRow = z.object({ controller_id: z.uuid(), state: syncStateSchema, count: z.number() });

/** Reads states by controller id. Gates without a list have a worker row too; the list shows no state for them. */
export function getControllerSyncsQueryOptions() {
  return queryOptions({
    queryKey: ["controllers", "sync"],
    queryFn: async ({ signal }): Promise<Map<string, ControllerSync>> => {
      const [workers, waiting] = await Promise.all([
        readRows(
          workerRow,
          backend
            .from("controller_sync")
            .select(
              "controller_id, desired_gen, applied_gen, last_error, next_try_at, breaker_open_since, last_full_at",
            )
            .abortSignal(signal),
        ),
        readWaiting(signal),
      ]);
      return new Map(
        workers.map((worker) => [
          worker.controller_id,
          controllerSync(worker, waiting.get(worker.controller_id) ?? NOTHING_WAITS),
        ]),
      );
    },
    refetchInterval: ({ state }) => (isWaiting(state.data) ? REFRESH_WAITING_MS : REFRESH_MS),
  });
}

function isWaiting(syncs: Map<string, ControllerSync> | undefined): boolean {
  return [...(syncs?.values() ?? [])].some((sync) => sync.state !== "synced");
}

async function readWaiting(signal: AbortSignal): Promise<Map<string, WaitingReplicas>> {
  const counted = await readRows(
    waitingRow,
    backend.from("device_sync").select("controller_id, last_error, count()").is("pending", true).abortSignal(signal),
  );
  const total = counted.reduce((sum, row) => sum + row.count, 0);
  if (total === 0) return new Map();
  if (total > MOST_ASKED)
    return sums(counted.map((row) => ({ ...row, state: row.last_error === null ? "pending" : "failed" })));
  const sources = await readRows(
    sourceRow,
    backend.from("device_sync").select("source_id").is("pending", true).limit(MOST_ASKED).abortSignal(signal),
  );
  const states = await readRows(
    stateRow,
    backend
      .from("sync_states")
      .select("controller_id, state, count()")
      .in("source_id", [...new Set(sources.map((row) => row.source_id))])
      .neq("state", "synced")
      .abortSignal(signal),
  );
  return sums(states);
}

function sums(rows: readonly z.infer<typeof stateRow>[]): Map<string, WaitingReplicas> {
  const byController = new Map<string, WaitingReplicas>();
  for (const { controller_id, state, count } of rows) {
    if (state === "synced") continue;
    const before = byController.get(controller_id) ?? NOTHING_WAITS;
    byController.set(controller_id, { ...before, [state]: before[state] + count });
  }
  return byController;
}
