// The newest refusal of each of a few people, at a door or, where the caller reads their log, at a gate.
import { z } from "zod";
import type { Role } from "#contract/roles.ts";
import { accessLogListRow } from "#contract/tables/access-logs.ts";
import { doorEventListRow } from "#contract/tables/door-events.ts";
import { backend } from "#web/lib/backend.ts";
import { readRows } from "#web/lib/rows.ts";

const credentialRow = z.object({ id: z.uuid(), end_user_id: z.uuid() });
const doorRow = doorEventListRow.pick({ id: true, occurred_at: true, access_points: true });
const gateRow = accessLogListRow
  .pick({ id: true, detected_at: true, plate_number: true, controller_id: true })
  .extend({ controllers: z.object({ name: z.string() }).nullable() });

export interface DoorRefusal {
  at: "door";
  eventId: string;
  time: string;
  /** Null: a door that the portal does not know. */
  place: string | null;
}
export interface GateRefusal {
  at: "gate";
  gateId: string | null;
  plate: string;
  time: string;
  place: string | null;
}
export type Refusal = DoorRefusal | GateRefusal;

/** By person; null: none that the caller may see. */
export async function findRefusals(
  personIds: readonly string[],
  role: Role,
  signal: AbortSignal,
): Promise<Map<string, Refusal | null>> {
  const call = backend.from("credentials").select("id, end_user_id").in("end_user_id", personIds);
  const credentials = await readRows(credentialRow, call.abortSignal(signal));
  const newest = await Promise.all(
    personIds.map(async (personId) => {
      const ids = credentials.filter((one) => one.end_user_id === personId).map(({ id }) => id);
      if (ids.length === 0) return [personId, null] as const;
      const refusals = await Promise.all([atDoors(ids, signal), role === "system_admin" ? atGates(ids, signal) : null]);
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

async function atDoors(credentialIds: readonly string[], signal: AbortSignal): Promise<DoorRefusal | null> {
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
  return { at: "door", eventId: row.id, time: row.occurred_at, place: door && (door.door_name || door.name) };
}

async function atGates(credentialIds: readonly string[], signal: AbortSignal): Promise<GateRefusal | null> {
  const call = backend
    .from("access_logs")
    .select("id, detected_at, plate_number, controller_id, controllers(name)")
    .in("credential_id", credentialIds)
    .eq("access_granted", false)
    .order("detected_at", { ascending: false })
    .limit(1);
  const [row] = await readRows(gateRow, call.abortSignal(signal));
  if (!row) return null;
  const { controller_id: gateId, plate_number: plate, detected_at: time, controllers } = row;
  return { at: "gate", gateId, plate, time, place: controllers?.name ?? null };
}
