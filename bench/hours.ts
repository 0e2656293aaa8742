// The cost of hours: a gate's decision by the kind of right, and "Vem kommer in?" at a door. Each statement runs on one connection in turns
// with the same statement without hours, so that only ratios count.
import type { Client } from "pg";
import { GATE_FACTS_SQL, LOG_DENIED_SQL } from "#server/gates/gate.store.ts";
import { plate } from "./gate-floor.ts";
import { openClient } from "./open-client.ts";
import { BENCH_DOORS, BENCH_GATES, benchId } from "./seed-database.ts";
import { median, percentile, type Row } from "./statistics.ts";

const READS = 2_000;
/** The lower quartile of single reads: other work on the machine lengthens the rest. */
const QUARTILE = 0.25;
const WARM_UP = 300;
/** Share by which hours may slow a decision. */
const GOAL = 1.05;
const DOOR = 1;
const ASKS = 3;
const GOAL_WHO = 1.5;

const KINDS = ["always", "hours", "hours and a calendar"] as const;
type Kind = (typeof KINDS)[number];
/** One gate for each kind of right, beside those that the other parts use. */
const gateOf = (kind: Kind): number => BENCH_DOORS + BENCH_GATES - KINDS.indexOf(kind);

export interface HoursBench {
  admin: Client;
  authenticatorUrl: string;
  people: number;
}

export async function benchHours({ admin, authenticatorUrl, people }: HoursBench): Promise<Row[]> {
  const schedules = await seedHours(admin, people);
  const client = await openClient({ connectionString: authenticatorUrl, options: "-c role=portal_gate" });
  try {
    return [...(await gateRows(client, people)), await whoRow(admin, schedules.hours)];
  } finally {
    await client.end();
  }
}

async function seedHours(admin: Client, people: number): Promise<{ hours: string }> {
  const [hours, holidays] = [benchId(7, 1), benchId(7, 2)];
  await admin.query("begin; set local session_replication_role = replica");
  await admin.query("insert into schedules (id, name) values ($1, 'Tider'), ($2, 'Tider och helger')", [
    hours,
    holidays,
  ]);
  await admin.query(
    `insert into schedule_hours (schedule_id, weekday, from_minute, to_minute, anchor)
     select s, day, 0, 1440, '2026-01-05' from unnest($1::uuid[]) s, generate_series(1, 7) day`,
    [[hours, holidays]],
  );
  const calendar = benchId(7, 3);
  await admin.query("insert into calendars (id, name) values ($1, 'Helger')", [calendar]);
  await admin.query(
    "insert into calendar_days (calendar_id, holiday, hours) select $1, unnest(array['public_holidays', 'christmas_eve', 'midsummer_eve']), '[{\"from\": 0, \"to\": 1440}]'",
    [calendar],
  );
  await admin.query("insert into schedule_calendars values ($1, $2, 0)", [holidays, calendar]);
  for (const [kind, schedule] of [
    ["always", null],
    ["hours", hours],
    ["hours and a calendar", holidays],
  ] as const)
    await admin.query(
      `insert into access_group_rights (organization_id, credential_id, controller_id, group_id, schedule_id)
       select organization_id, id, $1, organization_id, $2 from credentials where credential_type = 'license_plate' and substring(credential_value from 2)::int <= $3`,
      [benchId(2, gateOf(kind)), schedule, people],
    );
  await admin.query("commit");
  await admin.query("vacuum analyze");
  return { hours };
}

async function gateRows(client: Client, people: number): Promise<Row[]> {
  let n = Math.floor(Math.random() * 1e6);
  const decide = async (kind: Kind, isLogged: boolean): Promise<void> => {
    const car = plate(5 * ((n++ * 7919) % Math.floor(people / 5)) + 5);
    const gate = benchId(2, gateOf(kind));
    const facts = await client.query<{ candidates: { assigned: boolean }[] }>({
      name: "facts",
      text: GATE_FACTS_SQL,
      values: [`gate-${gateOf(kind)}`, gate, car],
    });
    if (facts.rows[0]?.candidates[0]?.assigned !== true) throw new Error(`a right with ${kind} does not open`);
    if (!isLogged) return;
    const log = benchId(9, Math.floor(Math.random() * 2 ** 47));
    await client.query({ name: "log", text: LOG_DENIED_SQL, values: [log, car, gate, "no_match", null] });
  };
  const rows: Row[] = [];
  for (const isLogged of [false, true]) {
    const times: Record<Kind, number[]> = { always: [], hours: [], "hours and a calendar": [] };
    for (const kind of KINDS) for (let left = WARM_UP; left > 0; left--) await decide(kind, isLogged);
    for (let left = READS; left > 0; left--)
      for (const kind of KINDS) {
        const began = performance.now();
        await decide(kind, isLogged);
        times[kind].push(performance.now() - began);
      }
    const typical = (kind: Kind) => percentile(times[kind], QUARTILE);
    for (const kind of KINDS.slice(1)) {
      const ratio = typical(kind) / typical("always");
      rows.push({
        work: `a gate's decision${isLogged ? " and its log row" : ""}, right of a group with ${kind}`,
        measured: `${ratio.toFixed(2)} × that of a right that holds always (${typical(kind).toFixed(2)} ms)`,
        goal: `≤ ${GOAL} ×`,
        met: ratio <= GOAL,
      });
    }
  }
  return rows;
}

/** Asks at a door whose people all have it always, and again when all of them have it by a group with hours too. */
async function whoRow(admin: Client, schedule: string): Promise<Row> {
  const door = benchId(3, DOOR);
  const ask = async (): Promise<number> => {
    const times: number[] = [];
    for (let left = ASKS; left > 0; left--) {
      await admin.query("begin; set local role system_admin");
      const began = performance.now();
      await admin.query(
        "select who_may_pass(access_point_id => $1, at => now() + interval '1 day', \"limit\" => 100)",
        [door],
      );
      times.push(performance.now() - began);
      await admin.query("rollback");
    }
    return median(times);
  };
  await ask();
  const always = await ask();
  await admin.query("begin; set local session_replication_role = replica");
  const { rowCount } = await admin.query(
    `insert into access_group_rights (organization_id, credential_id, controller_id, access_point_id, group_id, schedule_id)
     select organization_id, credential_id, controller_id, access_point_id, organization_id, $2 from controller_assignments where access_point_id = $1`,
    [door, schedule],
  );
  await admin.query("delete from controller_assignments where access_point_id = $1", [door]);
  await admin.query("commit");
  await admin.query("vacuum analyze access_group_rights, controller_assignments");
  await ask();
  const hours = await ask();
  return {
    work: `\`who_may_pass\` at a door of ${rowCount} people, all by a group with hours, the first hundred`,
    measured: `${(hours / always).toFixed(2)} × the same people always (${hours.toFixed(0)} ms)`,
    goal: `≤ ${GOAL_WHO} ×`,
    met: hours / always <= GOAL_WHO,
  };
}
