// The cost of hours: a gate's decision by the kind of right, alone and by webhook, and "Vem kommer in?" at a door. Each runs in turns with
// the same without hours, so that only ratios count.
import type { Client } from "pg";
import { GATE_FACTS_SQL, LOG_DENIED_SQL } from "#server/gates/gate.store.ts";
import { letCarsIn, macroServer, openToCalls, webhookLoad } from "./gate.ts";
import { knownCar, plate } from "./gate-floor.ts";
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
const CALLS = { clients: 8, warmUpSeconds: 8, seconds: 4, rounds: 7 };
/** Share of the rate without hours. */
const GOAL_RATE = 0.95;

const KINDS = ["always", "hours", "hours and a calendar"] as const;
type Kind = (typeof KINDS)[number];
/** One gate for each kind of right, beside those that the other parts use. */
const gateOf = (kind: Kind): number => BENCH_DOORS + BENCH_GATES - KINDS.indexOf(kind);

export interface HoursBench {
  admin: Client;
  authenticatorUrl: string;
  serverPort: number;
  people: number;
}

export async function benchHours({ admin, authenticatorUrl, serverPort, people }: HoursBench): Promise<Row[]> {
  const schedules = await seedHours(admin, people);
  const client = await openClient({ connectionString: authenticatorUrl, options: "-c role=portal_gate" });
  try {
    return [
      ...(await gateRows(client, people)),
      ...(await webhookRows(admin, { serverPort, people })),
      await whoRow(admin, schedules.hours),
    ];
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
    const car = plate(knownCar(n++, people));
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

/** Measures the LPR server's call, to the answer with its row committed, for cars that were just let in. */
async function webhookRows(
  admin: Client,
  { serverPort: port, people }: Pick<HoursBench, "serverPort" | "people">,
): Promise<Row[]> {
  const gates = KINDS.map(gateOf);
  const macro = await macroServer();
  const password = await openToCalls(admin, gates, macro.port);
  await letCarsIn(admin, gates, people);
  let n = Math.floor(Math.random() * 1e6);
  const next = () => knownCar(n++, people);
  const rate = async (kind: Kind, seconds: number): Promise<number> =>
    (await webhookLoad({ port, gate: gateOf(kind), password, clients: CALLS.clients, next, seconds })).perSecond;
  for (const kind of KINDS) await rate(kind, CALLS.warmUpSeconds);
  const rates: Record<Kind, number[]> = { always: [], hours: [], "hours and a calendar": [] };
  for (let left = CALLS.rounds; left > 0; left--)
    for (const kind of KINDS) rates[kind].push(await rate(kind, CALLS.seconds));
  macro.close();
  const { rows } = await admin.query<{ granted: boolean }>(
    "select access_granted as granted from access_logs where controller_id = any ($1) and id::text not like '00000009-%' group by 1",
    [gates.map((gate) => benchId(2, gate))],
  );
  if (rows.length !== 1 || rows[0]?.granted !== true) throw new Error("a call of a car with hours was refused");
  return KINDS.slice(1).map((kind) => {
    const share = median(rates[kind]) / median(rates.always);
    return {
      work: `an LPR server's call, ${CALLS.clients} clients, cars with a right of a group with ${kind}`,
      measured: `${share.toFixed(2)} × the rate of cars with a right that holds always`,
      goal: `≥ ${GOAL_RATE} ×`,
      met: share >= GOAL_RATE,
    };
  });
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
