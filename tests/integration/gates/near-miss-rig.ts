// A portal with a gate, for tests of near misses: they read a plate, look for near misses, and ask the queue.
import { expect } from "vitest";
import { z } from "zod";
import { lookForNearMisses } from "#server/gates/look-for-near-misses.job.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { postPlate, webhookAccount } from "#tests/support/gate-calls.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";

type Who = MainWorld["system"];

const answer = z.object({ granted: z.boolean(), reason: z.string(), log_id: z.string() });
const SELECT =
  "id,plate_number,reads,candidates:plate_near_miss_candidates!inner(credential_id,place,credential:credentials(display_value,end_user:end_users(last_name)))";
const queueRow = z.object({
  id: z.string(),
  plate_number: z.string(),
  reads: z.number(),
  candidates: z.array(
    z.object({
      credential_id: z.string(),
      credential: z.object({ display_value: z.string(), end_user: z.object({ last_name: z.string() }) }),
    }),
  ),
});

export const nearMiss = (who: Who, body: object) => callFunction(who, "near-miss", body);

export async function queue(who: Who, plate: string) {
  const { data, error } = await who
    .from("plate_near_misses")
    .select(SELECT)
    .eq("plate_number", plate)
    .is("candidates.dismissed_at", null);
  if (error) throw new Error(error.message);
  return z.array(queueRow).parse(data);
}

export async function dismissed(who: Who) {
  const { data, error } = await who.from("plate_near_misses").select(SELECT).not("candidates.dismissed_at", "is", null);
  if (error) throw new Error(error.message);
  return z.array(queueRow).parse(data);
}

/** Waits until the job has read the newest reading: it reads those that are at least two seconds old. */
export async function looked(portal: TestPortal): Promise<void> {
  const { rows } = await portal.admin.query("select max(detected_at)::text as newest from access_logs");
  const isDone = async () => {
    await lookForNearMisses(portal.server.deps.pools.engine);
    const progress = await portal.admin.query(
      "select looked_until >= $1::timestamptz as done from private.near_miss_progress",
      [rows[0]?.newest],
    );
    return progress.rows[0]?.done;
  };
  await expect.poll(isDone, { interval: 250 }).toBe(true);
}

export type NearMissRig = Awaited<ReturnType<typeof openNearMissRig>>;

export async function openNearMissRig() {
  const portal = await startTestPortal();
  const world = await mainWorld(portal);
  const account = await webhookAccount(world.system, world.gateId);

  async function read(plate: string): Promise<z.infer<typeof answer>> {
    return answer.parse(await (await postPlate(portal.url, { gateId: world.gateId, plate, account })).json());
  }

  /** Drives past until the reading waits in the queue. */
  async function missed(plate: string) {
    expect(await read(plate)).toEqual(expect.objectContaining({ granted: false, reason: "no_match" }));
    await looked(portal);
    const [row] = await queue(world.system, plate);
    if (row === undefined) throw new Error(`${plate} is no near miss`);
    return row;
  }

  return { portal, world, read, missed };
}
