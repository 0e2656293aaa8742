// Drawn refusals through a whole portal and a simulated controller: half of them are changed after the event and asked
// about, the others asked about and mended by their first fix, after which the device itself must let the code in.
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { applyFixReply } from "#contract/functions/apply-fix.ts";
import { explainPassageReply, type PassageCause, type PassageFixId } from "#contract/functions/explain-passage.ts";
import { seededRandom } from "#scripts/seed/random.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";

export interface DoorResult {
  asked: number;
  changed: number;
  /** Named something else first, or not all, before anything was changed. */
  wrong: string[];
  /** Explained by what was changed after the event. */
  byToday: string[];
  mended: number;
  /** The device refused after the first fix. */
  notMended: string[];
}

type Fixable = "expired" | "not_yet_valid" | "disabled" | "no_assignment";
const PLANTED: Record<Fixable, { sql: string; undo: string; reason: string }> = {
  expired: {
    sql: "update credentials set valid_from = now() - interval '9 days', valid_to = now() - interval '1 day' where id = $1 and $2 <> ''",
    undo: "update credentials set valid_to = now() + interval '90 days' where id = $1 and $2 <> ''",
    reason: "expired",
  },
  not_yet_valid: {
    sql: "update credentials set valid_from = now() + interval '1 day' where id = $1 and $2 <> ''",
    undo: "update credentials set valid_from = now() - interval '1 day' where id = $1 and $2 <> ''",
    reason: "not_yet_valid",
  },
  disabled: {
    sql: "update credentials set enabled = false where id = $1 and $2 <> ''",
    undo: "update credentials set enabled = true where id = $1 and $2 <> ''",
    reason: "disabled",
  },
  no_assignment: {
    sql: "delete from controller_assignments where credential_id = $1 and access_point_id = $2::uuid",
    undo: "insert into controller_assignments (credential_id, controller_id, access_point_id) select $1, p.controller_id, p.id from access_points p where p.id = $2::uuid",
    reason: "not_permitted",
  },
};
const CAUSES: readonly Fixable[] = ["expired", "not_yet_valid", "disabled", "no_assignment"];
const FIRST_PIN = 310_001;
const CLOCK_SKEW_MS = 2 * 86_400_000;
const AT_ONCE = 4;
const QUIET_MS = 120_000;

interface Planted {
  n: number;
  pin: string;
  credentialId: string;
  event: string;
  cause: Fixable;
  isChanged: boolean;
}

export async function explainAtDoors(
  portal: TestPortal,
  { count, seed }: { count: number; seed: number },
): Promise<DoorResult> {
  const world = await mainWorld(portal);
  const [door = ""] = world.doorIds;
  const random = seededRandom(seed);
  const drawn = Array.from({ length: count }, (_, n) => ({
    n,
    pin: String(FIRST_PIN + n * 7),
    cause: CAUSES[Math.floor(random.next() * CAUSES.length)] ?? "expired",
    isChanged: n % 2 === 1,
  }));
  const planted = await inTurns(drawn, async (one) => ({ ...one, ...(await plant(portal, world, door, one)) }));
  await quiet(portal);
  const result: DoorResult = { asked: 0, changed: 0, wrong: [], byToday: [], mended: 0, notMended: [] };
  const token = await doorToken(portal, door);
  for (const one of planted) {
    if (portal.axis.punch(token, one.pin).granted) result.wrong.push(`${one.cause}: the door let in`);
    await portal.admin.query(
      `insert into door_events (id, occurred_at, device_time, controller_id, access_point_id, organization_id, kind, granted, reason, credential_id)
       values ($1, now(), now(), $2, $3, $4, 'access', false, $5, $6)`,
      [
        one.event,
        world.controllerId,
        door,
        portal.accounts.nord.organizationId,
        PLANTED[one.cause].reason,
        one.credentialId,
      ],
    );
  }
  await changeSince(portal, planted, door);
  for (const one of planted) await ask(world.nord, one, result);
  await portal.admin.query("update access_points set enabled = true where id = $1", [door]);
  await quiet(portal);
  await mend(
    portal,
    world.nord,
    planted.filter(({ isChanged }) => !isChanged),
    result,
  );
  return result;
}

async function plant(
  portal: TestPortal,
  world: MainWorld,
  door: string,
  { n, pin, cause }: Pick<Planted, "n" | "pin" | "cause">,
) {
  const person = await world.savePerson({ firstName: "Drawn", lastName: `Person ${n}`, pin });
  const { rows } = await portal.admin.query<{ id: string }>("select id from credentials where end_user_id = $1", [
    person,
  ]);
  const credentialId = rows[0]?.id ?? "";
  await portal.admin.query(PLANTED[cause].sql, [credentialId, door]);
  return { credentialId, event: randomUUID() };
}

/** What was wrong is mended and something else is wrong now; the door is switched off, and the clock wrong, for all of them. */
async function changeSince(portal: TestPortal, planted: readonly Planted[], door: string): Promise<void> {
  for (const { credentialId, cause, isChanged, n } of planted) {
    if (!isChanged) continue;
    await portal.admin.query(PLANTED[cause].undo, [credentialId, door]);
    const others = CAUSES.filter((other) => other !== cause);
    const other = others[n % others.length] ?? "disabled";
    await portal.admin.query(PLANTED[other].sql, [credentialId, door]);
  }
  await portal.admin.query("update access_points set enabled = false where id = $1", [door]);
  await portal.admin.query("update door_event_cursors set clock_skew_ms = $1", [CLOCK_SKEW_MS]);
}

async function ask(client: SupabaseClient, { event, cause, isChanged }: Planted, result: DoorResult): Promise<void> {
  const { body } = await callFunction(client, "explain-passage", { source: "door", id: event });
  const causes = explainPassageReply.parse(body).reasons.map(({ code }): PassageCause => code);
  const isRight = causes.length === 1 && causes[0] === cause;
  result.asked += 1;
  if (isChanged) result.changed += 1;
  if (!isRight) (isChanged ? result.byToday : result.wrong).push(`${cause}: ${causes.join()}`);
}

async function mend(portal: TestPortal, client: SupabaseClient, planted: readonly Planted[], result: DoorResult) {
  const request = (event: string, fix_id: PassageFixId) => ({
    passage: { source: "door", id: event },
    fix_id,
    confirm: true,
  });
  await inTurns(planted, async ({ event, cause }) => {
    const explained = await callFunction(client, "explain-passage", { source: "door", id: event });
    const [fix] = explainPassageReply.parse(explained.body).fixes;
    if (!fix) return result.notMended.push(`${cause}: no fix`);
    await callFunction(client, "apply-fix", request(event, fix.id));
    // The purse of dry runs is for people.
    await portal.admin.query("delete from auth.rate_limits where key like 'dry-run:%'");
    const { body } = await callFunction(client, "apply-fix", request(event, fix.id));
    const parsed = applyFixReply.safeParse(body);
    if (parsed.data?.fix.tried?.granted) result.mended += 1;
    else result.notMended.push(`${cause}: ${JSON.stringify(body)}`);
    return result.mended;
  });
}

async function inTurns<From, To>(all: readonly From[], work: (one: From) => Promise<To>): Promise<To[]> {
  const done: To[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE)
    done.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(work))));
  return done;
}

async function quiet(portal: TestPortal): Promise<void> {
  const until = performance.now() + QUIET_MS;
  for (;;) {
    const { rowCount } = await portal.admin.query("select from device_sync where pending limit 1");
    if (rowCount === 0) return;
    if (performance.now() > until) throw new Error("the controller is not in step");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function doorToken(portal: TestPortal, door: string): Promise<string> {
  const { rows } = await portal.admin.query<{ token: string }>(
    "select device_door_token as token from access_points where id = $1",
    [door],
  );
  return rows[0]?.token ?? "";
}
