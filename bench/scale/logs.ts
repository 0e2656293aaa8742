// The access-log page on many millions of passages: each filter through /rest/v1 against the same query in SQL.
import pg from "pg";
import { BENCH_DOORS, benchId } from "../seed-database.ts";
import { signInForBench } from "../sign-in.ts";
import { alternating, median, type Row } from "../statistics.ts";
import type { ScaleBench } from "./scale-bench.ts";

const ROUNDS = 5;
const ASKED = 5;
const GOAL = 3;
const PAGE_ROWS = 100;
const DAY_MS = 86_400_000;

/** As the page writes it (web/features/access-logs/api). */
const SELECT =
  "id,detected_at,plate_number,controller_id,access_granted,access_reason,macro_executed,credential_id,opened,duplicate_of," +
  "controllers(name,organizations(id,name)),credentials(end_user_id,valid_from,valid_to,end_users(id,first_name,last_name,organizations(name)))";

interface Filter {
  name: string;
  query: string;
  where: string;
  days: number;
}

const GATE = benchId(2, BENCH_DOORS + 3);
const plateFilter = (text: string) => ({
  query: `&plate_number=ilike.${encodeURIComponent(`%${text}%`)}`,
  where: ` and plate_number ilike '%${text}%'`,
});
const FILTERS: readonly Filter[] = [
  { name: "no filter", query: "", where: "", days: 1 },
  { name: "granted", query: "&access_granted=eq.true", where: " and access_granted", days: 1 },
  { name: "denied", query: "&access_granted=eq.false", where: " and not access_granted", days: 1 },
  { name: "one gate", query: `&controller_id=eq.${GATE}`, where: ` and controller_id = '${GATE}'`, days: 1 },
  { name: "common part of a plate", ...plateFilter("B00"), days: 1 },
  { name: "rare part of a plate", ...plateFilter("0012345"), days: 1 },
  {
    name: "one gate, denied, part of a plate",
    query: `&controller_id=eq.${GATE}&access_granted=eq.false${plateFilter("X00").query}`,
    where: ` and controller_id = '${GATE}' and not access_granted${plateFilter("X00").where}`,
    days: 1,
  },
  { name: "a chosen period of 30 days", query: "", where: "", days: 30 },
  { name: "rare part of a plate in 30 days", ...plateFilter("0012345"), days: 30 },
];

export async function benchLogs({ database, server }: ScaleBench): Promise<Row[]> {
  const { token } = await signInForBench({ admin: database.admin, serverPort: server.port, organizationId: null });
  const sql = new pg.Client({
    connectionString: database.adminUrl,
    options: "-c jit=off -c role=system_admin",
  });
  await sql.connect();
  const before = database.newestLog;
  try {
    const rows: Row[] = [];
    for (const filter of FILTERS) {
      const since = new Date(before.getTime() - filter.days * DAY_MS);
      const [ours, alone] = [endpoint(server.port, token, filter, since), statement(sql, filter, since)];
      if ((await ours()) !== (await alone())) throw new Error(`endpoint and SQL answer differently: ${filter.name}`);
      const timed = (ask: () => Promise<number>) => () => medianTime(ask);
      const taken = await alternating({ ours: timed(ours), floor: timed(alone) }, ROUNDS);
      const [ourMs, sqlMs] = [median(taken.ours), median(taken.floor)];
      rows.push({
        work: `newest ${PAGE_ROWS} of ${filter.days === 1 ? "24 h" : `${filter.days} days`} of ${database.logs.toLocaleString("en")} passages with their number, ${filter.name}`,
        measured: `${(ourMs / sqlMs).toFixed(2)} × its SQL alone (${ourMs.toFixed(1)} ms to ${sqlMs.toFixed(1)})`,
        goal: `≤ ${GOAL} ×`,
        met: ourMs <= GOAL * sqlMs,
      });
    }
    return rows;
  } finally {
    await sql.end();
  }
}

function endpoint(port: number, token: string, filter: Filter, since: Date): () => Promise<number> {
  const url = `http://127.0.0.1:${port}/rest/v1/access_logs?select=${encodeURIComponent(SELECT)}&detected_at=gte.${since.toISOString()}${filter.query}&order=detected_at.desc,id.asc&offset=0&limit=${PAGE_ROWS}`;
  const headers = {
    authorization: `Bearer ${token}`,
    apikey: "portal",
    prefer: `count=${filter.days === 1 ? "exact" : "estimated"}`,
  };
  return async () => {
    const answer = await fetch(url, { headers });
    if (!answer.ok) throw new Error(`the list was answered with ${answer.status}: ${await answer.text()}`);
    const rows: unknown = await answer.json();
    return Array.isArray(rows) ? rows.length : Number.NaN;
  };
}

/** The same rows, and their count where the page asks for it, as one prepared statement. */
function statement(client: pg.Client, filter: Filter, since: Date): () => Promise<number> {
  const counted = filter.days === 1 ? `(select count(*) from access_logs where detected_at >= $1${filter.where})` : "0";
  const text = `select ${counted} as total, coalesce(json_agg(row), '[]')::text as body from (
    select l.id, l.detected_at, l.plate_number, l.controller_id, l.access_granted, l.access_reason, l.macro_executed, l.credential_id, l.opened, l.duplicate_of,
      (select json_build_object('name', c.name, 'organizations', (select json_build_object('id', o.id, 'name', o.name) from organizations o where o.id = c.organization_id))
        from controllers c where c.id = l.controller_id) as controllers,
      (select json_build_object('end_user_id', k.end_user_id, 'valid_from', k.valid_from, 'valid_to', k.valid_to, 'end_users',
          (select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'organizations',
              (select json_build_object('name', o.name) from organizations o where o.id = u.organization_id))
            from end_users u where u.id = k.end_user_id))
        from credentials k where k.id = l.credential_id) as credentials
    from access_logs l where l.detected_at >= $1${filter.where} order by l.detected_at desc, l.id limit ${PAGE_ROWS}) row`;
  return async () => {
    const { rows } = await client.query<{ body: string }>({ name: filter.name, text, values: [since] });
    const parsed: unknown = JSON.parse(rows[0]?.body ?? "null");
    return Array.isArray(parsed) ? parsed.length : Number.NaN;
  };
}

async function medianTime(ask: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < ASKED; n++) {
    const from = performance.now();
    await ask();
    times.push(performance.now() - from);
  }
  return median(times);
}
