// The newest refusal of each of a few people, at a door or a gate.
import { z } from "zod";
import { accessLogListRow } from "#contract/tables/access-logs.ts";
import { doorEventListRow } from "#contract/tables/door-events.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";

const credentialRow = z.object({ id: z.uuid(), end_user_id: z.uuid() });
const doorRow = doorEventListRow.pick({ id: true, occurred_at: true, access_points: true });
const gateRow = accessLogListRow
  .pick({ id: true, detected_at: true })
  .extend({ controllers: z.object({ name: z.string() }).nullable() });

export interface Refusal {
  at: "door" | "gate";
  /** Of the door's event or the gate's passage, whose explanation it leads to. */
  id: string;
  time: string;
  /** Null: a door that the portal does not know, a gate that is gone. */
  place: string | null;
}

/** By person; null: none that the caller may see. */
export async function findRefusals(
  personIds: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, Refusal | null>> {
  const call = backend.from("credentials").select("id, end_user_id").in("end_user_id", personIds);
  const credentials = await readRows(credentialRow, call.abortSignal(signal));
  const newest = await Promise.all(
    personIds.map(async (personId) => {
      const ids = credentials.filter((one) => one.end_user_id === personId).map(({ id }) => id);
      if (ids.length === 0) return [personId, null] as const;
      const refusals = await Promise.all([atDoors(ids, signal), atGates(ids, signal)]);
      return [personId, newestOf(refusals)] as const;
    }),
  );
  return new Map(newest);
}

export function newestOf(refusals: readonly (Refusal | null)[]): Refusal | null {
  return refusals.reduce<Refusal | null>((newest, one) => {
    if (one === null) return newest;
    return newest === null || Date.parse(one.time) > Date.parse(newest.time) ? one : newest;
  }, null);
}

async function atDoors(credentialIds: readonly string[], signal: AbortSignal): Promise<Refusal | null> {
  const call = backend
    .from("door_events")
    .select("id, occurred_at, access_points(name, door_name)")
    .in("credential_id", credentialIds)
    .eq("kind", "access")
    .eq("granted", false)
    .order("occurred_at", { ascending: false })
    .limit(1);
  const [row] = await readRows(doorRow, call.abortSignal(signal));
  if (!row) return null;
  const door = row.access_points;
  return { at: "door", id: row.id, time: row.occurred_at, place: door && (door.door_name || door.name) };
}

async function atGates(credentialIds: readonly string[], signal: AbortSignal): Promise<Refusal | null> {
  const call = backend
    .from("access_logs")
    .select("id, detected_at, controllers(name)")
    .in("credential_id", credentialIds)
    .eq("access_granted", false)
    .order("detected_at", { ascending: false })
    .limit(1);
  const [row] = await readRows(gateRow, call.abortSignal(signal));
  if (!row) return null;
  return { at: "gate", id: row.id, time: row.detected_at, place: row.controllers?.name ?? null };
}
