// Draws refusals and runs them through a whole portal and a simulated controller, which decides and logs them itself. Half of the causes
// are changed after the event and then explained. The others are explained and, where one thing was wrong, fixed by the first fix, after
// which the device must let the code in.
import type { SupabaseClient } from "@supabase/supabase-js";
import { applyFix } from "#contract/functions/apply-fix.ts";
import { explainPassage, type PassageCause, type PassageFixId } from "#contract/functions/explain-passage.ts";
import { seededRandom } from "#scripts/seed/random.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";

export interface DoorResult {
  asked: number;
  changed: number;
  /** Passages whose explanation named another cause first or missed one, before anything was changed. */
  wrong: string[];
  /** Passages explained by a later change. */
  byToday: string[];
  /** Passages with two causes. */
  several: number;
  fixed: number;
  /** Passages that the device still refused after the first fix. */
  notFixed: string[];
}

type Fixable = "expired" | "not_yet_valid" | "disabled" | "no_assignment";
const PLANTED: Record<Fixable, { sql: string; undo: string }> = {
  expired: {
    sql: "update credentials set valid_from = now() - interval '9 days', valid_to = now() - interval '1 day' where id = $1 and $2 <> ''",
    undo: "update credentials set valid_to = now() + interval '90 days' where id = $1 and $2 <> ''",
  },
  not_yet_valid: {
    sql: "update credentials set valid_from = now() + interval '1 day' where id = $1 and $2 <> ''",
    undo: "update credentials set valid_from = now() - interval '1 day' where id = $1 and $2 <> ''",
  },
  disabled: {
    sql: "update credentials set enabled = false where id = $1 and $2 <> ''",
    undo: "update credentials set enabled = true where id = $1 and $2 <> ''",
  },
  no_assignment: {
    sql: "delete from controller_assignments where credential_id = $1 and access_point_id = $2::uuid",
    undo: "insert into controller_assignments (credential_id, controller_id, access_point_id) select $1, p.controller_id, p.id from access_points p where p.id = $2::uuid",
  },
};
const CAUSES: readonly Fixable[] = ["expired", "not_yet_valid", "disabled", "no_assignment"];
/** Pairs of causes that can hold at once, while the controller still has the code. */
const SEVERAL: readonly (readonly [Fixable, Fixable])[] = [
  ["expired", "disabled"],
  ["not_yet_valid", "disabled"],
  ["not_yet_valid", "no_assignment"],
];
const SEVERAL_SHARE = 0.25;
const FIRST_PIN = 310_001;
const CLOCK_SKEW_MS = 2 * 86_400_000;
const AT_ONCE = 4;
const QUIET_MS = paced(120_000);

interface Planted {
  n: number;
  pin: string;
  credentialId: string;
  event: string;
  causes: readonly Fixable[];
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
    causes: random.next() < SEVERAL_SHARE ? random.pick(SEVERAL) : [random.pick(CAUSES)],
    isChanged: n % 2 === 1,
  }));
  const people = await inTurns(drawn, async (one) => ({ ...one, credentialId: await plant(world, portal, door, one) }));
  await quiet(portal);
  const several = drawn.filter(({ causes }) => causes.length > 1).length;
  const result: DoorResult = { asked: 0, changed: 0, wrong: [], byToday: [], several, fixed: 0, notFixed: [] };
  const token = await doorToken(portal, door);
  for (const { pin, causes } of people)
    if (portal.axis.punch(token, pin).granted) result.wrong.push(`${causes.join()}: the door let in`);
  await collected(portal);
  const planted: Planted[] = [];
  for (const one of people) planted.push({ ...one, event: await eventOf(portal, one.credentialId) });
  await changeSince(portal, planted, door);
  for (const one of planted) await ask(world.nord, one, result);
  await portal.admin.query("update access_points set enabled = true where id = $1", [door]);
  await quiet(portal);
  await fix(
    portal,
    world.nord,
    planted.filter(({ isChanged, causes }) => !isChanged && causes.length === 1),
    result,
  );
  return result;
}

async function plant(
  world: MainWorld,
  portal: TestPortal,
  door: string,
  { n, pin, causes }: Pick<Planted, "n" | "pin" | "causes">,
): Promise<string> {
  const person = await world.savePerson({ firstName: "Drawn", lastName: `Person ${n}`, pin });
  const { rows } = await portal.admin.query<{ id: string }>("select id from credentials where end_user_id = $1", [
    person,
  ]);
  const credentialId = rows[0]?.id ?? "";
  for (const cause of causes) await portal.admin.query(PLANTED[cause].sql, [credentialId, door]);
  return credentialId;
}

/** Returns the event that the portal collected from the controller. */
async function eventOf(portal: TestPortal, credentialId: string): Promise<string> {
  const { rows } = await portal.admin.query<{ id: string }>(
    "select id from door_events where credential_id = $1 and kind = 'access'",
    [credentialId],
  );
  const [event, another] = rows;
  if (event === undefined || another !== undefined) throw new Error(`${rows.length} events of one refusal`);
  return event.id;
}

/** Fixes the cause and breaks something else; the door is switched off and the clock is wrong for all of them. */
async function changeSince(portal: TestPortal, planted: readonly Planted[], door: string): Promise<void> {
  for (const { credentialId, causes, isChanged, n } of planted) {
    if (!isChanged) continue;
    for (const cause of causes) await portal.admin.query(PLANTED[cause].undo, [credentialId, door]);
    const others = CAUSES.filter((other) => !causes.includes(other));
    const other = others[n % others.length] ?? "disabled";
    await portal.admin.query(PLANTED[other].sql, [credentialId, door]);
  }
  await portal.admin.query("update access_points set enabled = false where id = $1", [door]);
  await portal.admin.query("update door_event_cursors set clock_skew_ms = $1", [CLOCK_SKEW_MS]);
}

async function ask(client: SupabaseClient, { event, causes, isChanged }: Planted, result: DoorResult): Promise<void> {
  const { body } = await callFunction(client, "explain-passage", { source: "door", id: event });
  const named = explainPassage.reply.parse(body).reasons.map(({ code }): PassageCause => code);
  const isRight = named.toSorted().join() === causes.toSorted().join();
  result.asked += 1;
  if (isChanged) result.changed += 1;
  if (!isRight) (isChanged ? result.byToday : result.wrong).push(`${causes.join()}: ${named.join()}`);
}

async function fix(portal: TestPortal, client: SupabaseClient, planted: readonly Planted[], result: DoorResult) {
  const request = (event: string, fix_id: PassageFixId) => ({
    passage: { source: "door", id: event },
    fix_id,
    confirm: true,
  });
  await inTurns(planted, async ({ event, causes }) => {
    const explained = await callFunction(client, "explain-passage", { source: "door", id: event });
    const [fix] = explainPassage.reply.parse(explained.body).fixes;
    if (!fix) return result.notFixed.push(`${causes.join()}: no fix`);
    await callFunction(client, "apply-fix", request(event, fix.id));
    // The quota of dry runs is meant for people, so it is reset.
    await portal.admin.query("delete from auth.rate_limits where key like 'dry-run:%'");
    const { body } = await callFunction(client, "apply-fix", request(event, fix.id));
    const parsed = applyFix.reply.safeParse(body);
    if (parsed.data?.fix.tried?.granted) result.fixed += 1;
    else result.notFixed.push(`${causes.join()}: ${JSON.stringify(body)}`);
    return result.fixed;
  });
}

async function inTurns<From, To>(all: readonly From[], work: (one: From) => Promise<To>): Promise<To[]> {
  const done: To[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE)
    done.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(work))));
  return done;
}

const quiet = ({ admin }: TestPortal) =>
  waitUntil("the controller is not in step", async () => {
    const { rowCount } = await admin.query("select from device_sync where pending limit 1");
    return rowCount === 0;
  });

/** Waits until everything that the controller has logged is in the database. */
async function collected({ admin }: TestPortal): Promise<void> {
  const { rows } = await admin.query<{ asked: Date }>("select clock_timestamp() as asked");
  await admin.query("update door_event_cursors set next_read_at = '-infinity'");
  await waitUntil("the controller's log has not been read", async () => {
    const { rowCount } = await admin.query("select from door_event_cursors where complete_to > $1", [rows[0]?.asked]);
    return rowCount === 1;
  });
}

async function waitUntil(complaint: string, isSo: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + QUIET_MS;
  while (!(await isSo())) {
    if (performance.now() > until) throw new Error(complaint);
    // real time: between two looks.
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
