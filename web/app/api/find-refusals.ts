// Finds each person's newest refusal, at a door or a gate.
import { z } from "zod";
import { accessLogListRow } from "#contract/tables/access-logs.ts";
import { doorEventListRow } from "#contract/tables/door-events.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";

const credentialRow = z.object({ id: z.uuid(), end_user_id: z.uuid() });
const doorRow = doorEventListRow.pick({
  id: true,
  occurred_at: true,
  credential_id: true,
  access_points: true,
  removed_door: true,
});
const gateRow = accessLogListRow
  .pick({ id: true, detected_at: true, credential_id: true, removed_controller: true })
  .extend({ controllers: z.object({ name: z.string() }).nullable() });

export interface Refusal {
  at: "door" | "gate";
  /** Id of the door's event or the gate's passage, which leads to its explanation. */
  id: string;
  time: string;
  /** Null: a door that the portal does not know, or a deleted gate. */
  place: string | null;
}

/** Limit for all people of one request together. */
const MOST_READ = 100;

interface Bounds {
  /** Limit of people. */
  most: number;
  /** Null: however long ago. */
  since: string | null;
  signal: AbortSignal;
}

/**
 * Returns the first few people, those refused first and the newest of them first: among ten people with one name, somebody asks about the
 * one at the door. Null: none that the caller may see.
 */
export async function findRefusals(
  personIds: readonly string[],
  { most, since, signal }: Bounds,
): Promise<Map<string, Refusal | null>> {
  if (personIds.length === 0) return new Map();
  const call = backend.from("credentials").select("id, end_user_id").in("end_user_id", personIds);
  const owners = new Map(
    (await readRows(credentialRow, call.abortSignal(signal))).map(({ id, end_user_id }) => [id, end_user_id]),
  );
  const read = await readNewest([...owners.keys()], { most: MOST_READ, since, signal });
  const refused = new Map<string, Refusal>();
  for (const { credentialId, refusal } of read.rows) {
    const owner = owners.get(credentialId ?? "");
    if (owner !== undefined && !refused.has(owner)) refused.set(owner, refusal);
  }
  const shown = [...refused.keys(), ...personIds.filter((id) => !refused.has(id))].slice(0, most);
  // The rows may end before an older refusal of somebody.
  const refusalOf = async (id: string): Promise<Refusal | null> => {
    const known = refused.get(id) ?? null;
    if (known !== null || read.isAll) return known;
    const own = [...owners].flatMap(([credential, owner]) => (owner === id ? [credential] : []));
    return (await readNewest(own, { most: 1, since, signal })).rows[0]?.refusal ?? null;
  };
  return new Map(await Promise.all(shown.map(async (id) => [id, await refusalOf(id)] as const)));
}

interface Newest {
  rows: { credentialId: string | null; refusal: Refusal }[];
  isAll: boolean;
}

/** Reads the newest refusals first. */
async function readNewest(credentialIds: readonly string[], bounds: Bounds): Promise<Newest> {
  if (credentialIds.length === 0) return { rows: [], isAll: true };
  const [doors, gates] = await Promise.all([atDoors(credentialIds, bounds), atGates(credentialIds, bounds)]);
  const rows = [...doors, ...gates].toSorted(
    (one, other) => Date.parse(other.refusal.time) - Date.parse(one.refusal.time),
  );
  return { rows, isAll: doors.length < bounds.most && gates.length < bounds.most };
}

async function atDoors(credentialIds: readonly string[], { most, since, signal }: Bounds): Promise<Newest["rows"]> {
  const call = backend
    .from("door_events")
    .select("id, occurred_at, credential_id, removed_door, access_points(name, door_name)")
    .in("credential_id", credentialIds)
    .eq("kind", "access")
    .eq("granted", false)
    .order("occurred_at", { ascending: false })
    .limit(most);
  const bounded = since === null ? call : call.gte("occurred_at", since);
  const rows = await readRows(doorRow, bounded.abortSignal(signal));
  return rows.map(
    ({ id, occurred_at: time, credential_id: credentialId, access_points: door, removed_door = null }) => ({
      credentialId,
      refusal: { at: "door", id, time, place: door ? door.door_name || door.name : removed_door },
    }),
  );
}

async function atGates(credentialIds: readonly string[], { most, since, signal }: Bounds): Promise<Newest["rows"]> {
  const call = backend
    .from("access_logs")
    .select("id, detected_at, credential_id, removed_controller, controllers(name)")
    .in("credential_id", credentialIds)
    .eq("access_granted", false)
    .order("detected_at", { ascending: false })
    .limit(most);
  const bounded = since === null ? call : call.gte("detected_at", since);
  const rows = await readRows(gateRow, bounded.abortSignal(signal));
  return rows.map(({ id, detected_at: time, credential_id: credentialId, controllers, removed_controller = null }) => ({
    credentialId,
    refusal: { at: "gate", id, time, place: controllers?.name ?? removed_controller },
  }));
}
