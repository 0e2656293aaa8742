// The access-log page on many millions of passages: each filter through /rest/v1 against the same query in SQL.
import { gateLogColumns } from "#contract/log-columns.ts";
import { BENCH_DOORS, benchId } from "../seed-database.ts";
import type { Row } from "../statistics.ts";
import { type Ask, againstSql, asSent, openReader, type Reader, restCall, sqlCall } from "./against-sql.ts";
import type { ScaleBench } from "./scale-bench.ts";

const PAGE_ROWS = 100;
const DAY_MS = 86_400_000;

interface Filter {
  name: string;
  query: [string, string][];
  where: string;
  days: number;
}

const GATE = benchId(2, BENCH_DOORS + 3);
const plateFilter = (text: string) => ({
  query: [["plate_number", `ilike.%${text}%`]] satisfies [string, string][],
  where: ` and plate_number ilike '%${text}%'`,
});
const FILTERS: readonly Filter[] = [
  { name: "no filter", query: [], where: "", days: 1 },
  { name: "granted", query: [["access_granted", "eq.true"]], where: " and access_granted", days: 1 },
  { name: "denied", query: [["access_granted", "eq.false"]], where: " and not access_granted", days: 1 },
  { name: "one gate", query: [["controller_id", `eq.${GATE}`]], where: ` and controller_id = '${GATE}'`, days: 1 },
  { name: "common part of a plate", ...plateFilter("B00"), days: 1 },
  { name: "rare part of a plate", ...plateFilter("0012345"), days: 1 },
  {
    name: "one gate, denied, part of a plate",
    query: [["controller_id", `eq.${GATE}`], ["access_granted", "eq.false"], ...plateFilter("X00").query],
    where: ` and controller_id = '${GATE}' and not access_granted${plateFilter("X00").where}`,
    days: 1,
  },
  { name: "a chosen period of 30 days", query: [], where: "", days: 30 },
  { name: "rare part of a plate in 30 days", ...plateFilter("0012345"), days: 30 },
];

export async function benchLogs(bench: ScaleBench): Promise<Row[]> {
  const { newestLog, logs } = bench.database;
  const reader = await openReader(bench, null);
  try {
    const rows: Row[] = [];
    for (const filter of FILTERS) {
      const work = `newest ${PAGE_ROWS} of ${filter.days === 1 ? "24 h" : `${filter.days} days`} of ${logs.toLocaleString("en")} passages with their number, ${filter.name}`;
      rows.push(await againstSql(work, ...gatesCalls(reader, filter, newestLog)));
    }
    return rows;
  } finally {
    await reader.sql.end();
  }
}

/** The page of gates without a filter, as `reader` sees it. */
export function gatesPage(reader: Reader, newestLog: Date): [ours: Ask, alone: Ask] {
  return gatesCalls(reader, { name: "gates", query: [], where: "", days: 1 }, newestLog);
}

function gatesCalls(reader: Reader, filter: Filter, newestLog: Date): [ours: Ask, alone: Ask] {
  const { query, days, name } = filter;
  const since = new Date(newestLog.getTime() - days * DAY_MS);
  const page: [string, string][] = [
    ["order", "detected_at.desc,id.asc"],
    ["offset", "0"],
    ["limit", String(PAGE_ROWS)],
  ];
  const ours = restCall(reader, {
    table: "access_logs",
    query: [
      ["select", asSent(gateLogColumns(reader.role === "system_admin"))],
      ["detected_at", `gte.${since.toISOString()}`],
      ...query,
      ...page,
    ],
    count: days === 1 ? "exact" : "estimated",
  });
  return [ours, sqlCall(reader, name, statement(reader, filter), [since])];
}

/** The same rows, and their count where the page asks for it, as one prepared statement. */
function statement({ role }: Reader, filter: Filter): string {
  const counted = filter.days === 1 ? `(select count(*) from access_logs where detected_at >= $1${filter.where})` : "0";
  const owner =
    role === "system_admin"
      ? ", 'organizations', (select json_build_object('id', o.id, 'name', o.name) from organizations o where o.id = c.organization_id)"
      : "";
  return `select ${counted} as total, coalesce(json_agg(row), '[]')::text as body from (
    select l.id, l.detected_at, l.plate_number, l.controller_id, l.access_granted, l.access_reason, l.macro_executed, l.credential_id, l.opened, l.duplicate_of,
      (select json_build_object('name', c.name${owner})
        from controllers c where c.id = l.controller_id) as controllers,
      (select json_build_object('end_user_id', k.end_user_id, 'valid_from', k.valid_from, 'valid_to', k.valid_to, 'removed_at', k.removed_at, 'end_users',
          (select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'removed_at', u.removed_at, 'organizations',
              (select json_build_object('name', o.name) from organizations o where o.id = u.organization_id))
            from logged_people u where u.id = k.end_user_id))
        from logged_credentials k where k.id = l.credential_id) as credentials
    from access_logs l where l.detected_at >= $1${filter.where} order by l.detected_at desc, l.id limit ${PAGE_ROWS}) row`;
}
