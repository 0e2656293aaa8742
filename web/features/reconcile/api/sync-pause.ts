// Reads who paused all workers and why; only system admins may.
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { syncControl } from "#contract/functions/sync-control.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { readRows } from "#web/lib/calls/rows.ts";
import { useAsk } from "./controller-operations.ts";

const pauseRow = z.object({ paused_at: z.string(), reason: z.string() });

/** Reads at most one row; none while the workers run. */
export function getSyncPauseQueryOptions() {
  return queryOptions({
    queryKey: ["sync", "sync-pause"],
    queryFn: ({ signal }) =>
      readRows(pauseRow, backend.from("worker_pause").select("paused_at, reason").abortSignal(signal)),
  });
}

export function useResumeSync() {
  return useAsk((_input: null) => callAction(syncControl.RESUME_ALL, {}));
}
