// Drives readings that nearly match past a running portal's gate: they must open nothing, and a reading that is somebody's plate or alias
// must be linked to nobody else.
import { z } from "zod";
import { axxonWebhookReply } from "#contract/functions/axxon-webhook.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import type { MainWorld } from "#tests/support/main-world.ts";

export interface Driven {
  readings: number;
  granted: number;
  openings: number;
  /** Known cars driven past the gate afterwards, to show that it opens at all. */
  known: { cars: number; openings: number };
}

export interface Collisions {
  asked: number;
  refused: number;
}

const AT_ONCE = 8;
const account = z.object({ username: z.string(), password: z.string() });

export async function driveReadings(
  portal: TestPortal,
  { system, gateId }: MainWorld,
  { readings, known }: { readings: readonly string[]; known: readonly string[] },
): Promise<Driven> {
  const { data } = await system.functions.invoke<unknown>(`get-webhook-credentials?controller_id=${gateId}`, {
    method: "GET",
  });
  const { username, password } = account.parse(data);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const read = async (plate: string): Promise<boolean> => {
    const response = await fetch(`${portal.url}/functions/v1/axxon-webhook?regnr=${plate}&gateid=${gateId}`, {
      method: "POST",
      headers: { authorization },
    });
    return axxonWebhookReply.parse(await response.json()).granted;
  };
  const drive = async (plates: readonly string[]): Promise<number> => {
    let granted = 0;
    for (let at = 0; at < plates.length; at += AT_ONCE)
      for (const one of await Promise.all(plates.slice(at, at + AT_ONCE).map(read))) granted += one ? 1 : 0;
    return granted;
  };
  const before = portal.axxon.openings.length;
  const granted = await drive(readings);
  const between = portal.axxon.openings.length;
  const knownGranted = await drive(known);
  await portal.axxon.openedTimes(between + knownGranted);
  const opened = portal.axxon.openings.length - before;
  return {
    readings: readings.length,
    granted,
    openings: opened - knownGranted,
    known: { cars: known.length, openings: knownGranted },
  };
}

/**
 * Links taken readings. `proposed` maps a reading to the plate that it nearly matches. Each is somebody's own plate, or linked to another
 * car, before somebody presses Link.
 */
export async function linkTaken(
  portal: TestPortal,
  world: MainWorld,
  { proposed, own }: { proposed: ReadonlyMap<string, readonly string[]>; own: (plate: string) => Promise<void> },
): Promise<Collisions> {
  let refused = 0;
  for (const [place, [reading, plates]] of [...proposed].entries()) {
    const [plate = ""] = plates;
    if (place % 2 === 0) {
      await own(reading);
    } else if ((await link(portal, world, { reading, plate })).status !== 200) {
      throw new Error(`${reading} could not be linked at all`);
    }
    const answer = await link(portal, world, { reading, plate });
    if (answer.status === 409 && answer.body["reason"] === "reading_taken") refused += 1;
  }
  return { asked: proposed.size, refused };
}

/** Links a reading that was looked at before the other one was saved. */
async function link(
  { admin }: TestPortal,
  { nord, gateId }: MainWorld,
  { reading, plate }: { reading: string; plate: string },
): ReturnType<typeof callFunction> {
  await admin.query("delete from plate_near_misses where controller_id = $1 and plate_key = $2", [gateId, reading]);
  const { rows } = await admin.query<{ id: string }>(
    `with m as (insert into plate_near_misses (controller_id, plate_number, last_read_at) values ($1, $2, now()) returning id)
     insert into plate_near_miss_candidates (near_miss_id, organization_id, credential_id, place)
     select m.id, k.organization_id, k.id, 1 from m, credentials k where k.plate_key = $3 returning near_miss_id as id`,
    [gateId, reading, plate],
  );
  return callFunction(nord, "near-miss", { action: "LINK", id: rows[0]?.id });
}
