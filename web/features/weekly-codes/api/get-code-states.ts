import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { type SyncState, syncStateSchema } from "#contract/devices.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";
import { WEEKLY_CODES_KEY } from "./get-weekly-codes.ts";

/** Poll intervals while something waits, and while all is well. */
const BUSY_MS = 3_000;
const QUIET_MS = 15_000;
/** Number of deleted codes fetched by id; Synkstatus lists them all. */
const MOST_REMOVALS = 100;

const countedRow = z.object({ source_id: z.uuid(), state: syncStateSchema, count: z.number() });
export type ReplicaCounts = Partial<Record<SyncState, number>>;

/** Reads states by code id, in two calls. */
export function getCodeStatesQueryOptions(codeIds: readonly string[]) {
  return queryOptions({
    queryKey: [...WEEKLY_CODES_KEY, "states", codeIds],
    enabled: codeIds.length > 0,
    queryFn: async ({ signal }): Promise<Map<string, ReplicaCounts>> => {
      const rows = await readRows(
        countedRow,
        backend
          .from("sync_states")
          .select("source_id, state, count()")
          .in("source_id", [...codeIds])
          .abortSignal(signal),
      );
      const byCode = new Map<string, ReplicaCounts>();
      for (const { source_id, state, count } of rows)
        byCode.set(source_id, { ...byCode.get(source_id), [state]: count });
      return byCode;
    },
    refetchInterval: ({ state }) => (isBusy(state.data) ? BUSY_MS : QUIET_MS),
  });
}

function isBusy(states: Map<string, ReplicaCounts> | undefined): boolean {
  return [...(states?.values() ?? [])].some(
    ({ pending = 0, pending_removal = 0, failed = 0 }) => pending + pending_removal + failed > 0,
  );
}

const replicaRow = z.object({
  controller_id: z.uuid(),
  controller_name: z.string(),
  state: syncStateSchema,
  last_error: z.string().nullable(),
});

export function getCodeReplicasQueryOptions(codeId: string) {
  return queryOptions({
    queryKey: [...WEEKLY_CODES_KEY, "replicas", codeId],
    queryFn: ({ signal }) =>
      readRows(
        replicaRow,
        backend
          .from("sync_states")
          .select("controller_id, controller_name, state, last_error")
          .eq("source_id", codeId)
          .abortSignal(signal),
      ),
    refetchInterval: ({ state }) => (state.data?.some((replica) => replica.state !== "synced") ? BUSY_MS : QUIET_MS),
  });
}

const pendingRow = z.object({ source_id: z.uuid() });
const removalRow = z.object({ source_id: z.uuid(), label: z.string(), controller_name: z.string() });

export interface CodeRemoval {
  codeId: string;
  week: string;
  controllers: string[];
}

/** Reads deleted or expired codes still on a device. Starts from pending replicas, which are few. */
export function getCodeRemovalsQueryOptions() {
  return queryOptions({
    queryKey: [...WEEKLY_CODES_KEY, "removals"],
    queryFn: async ({ signal }): Promise<CodeRemoval[]> => {
      const open = await readRows(
        pendingRow,
        backend
          .from("device_sync")
          .select("source_id")
          .is("pending", true)
          .eq("source_kind", "weekly_code")
          .limit(MOST_REMOVALS)
          .abortSignal(signal),
      );
      if (open.length === 0) return [];
      const rows = await readRows(
        removalRow,
        backend
          .from("sync_states")
          .select("source_id, label, controller_name")
          .in("source_id", [...new Set(open.map((row) => row.source_id))])
          .eq("state", "pending_removal")
          .order("label")
          .order("controller_name")
          .abortSignal(signal),
      );
      const byCode = Map.groupBy(rows, (row) => row.source_id);
      return [...byCode].map(([codeId, replicas]) => ({
        codeId,
        week: replicas[0]?.label ?? "",
        controllers: replicas.map((replica) => replica.controller_name),
      }));
    },
    refetchInterval: ({ state }) => (state.data && state.data.length > 0 ? BUSY_MS : QUIET_MS),
  });
}
