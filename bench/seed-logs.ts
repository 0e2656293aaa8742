// Millions of passages spread evenly over two months. Deterministic by size and seed, apart from the end time.
import type { Client } from "pg";
import { BENCH_DOORS, BENCH_GATES, benchId } from "./seed-database.ts";

/** Shorter than the shortest retention of unmatched passages. */
const SPAN_DAYS = 60;
/** Rows per statement: a minute or less, for progress reports. */
const BATCH = 1_000_000;

export interface BenchLogs {
  people: number;
  organizations: number;
  logs: number;
  seed: number;
}

/** Per hundred passages: 60 granted, 10 repeats, 20 unknown plates, 5 expired and 5 at the wrong gate. */
export async function seedLogs(
  admin: Client,
  { people, organizations, logs, seed }: BenchLogs,
  report: (line: string) => void,
): Promise<void> {
  await makeOldMonths(admin);
  await admin.query("set session_replication_role = replica; set synchronous_commit = off");
  for (let first = 1; first <= logs; first += BATCH) {
    const last = Math.min(logs, first + BATCH - 1);
    await admin.query(rowsSql(), [first, last, logs, seed, Math.floor(people / 5) - 1, organizations]);
    report(`passages ${last.toLocaleString("en")} of ${logs.toLocaleString("en")}`);
  }
  await admin.query("set session_replication_role = default; set synchronous_commit = default");
}

/** Past months get partitions, as on a long-running installation. */
async function makeOldMonths(admin: Client): Promise<void> {
  await admin.query(`do $$
    declare old record;
    begin
      for old in select name from private.access_log_partitions() loop
        execute format('drop table public.%I', old.name);
      end loop;
      perform private.ensure_access_log_partitions(5, now() - interval '${SPAN_DAYS} days');
    end $$`);
}

/** $1 first and $2 last number, $3 total, $4 seed, $5 groups of five people with plates, $6 organisations. */
function rowsSql(): string {
  const person = "(5 * (1 + h / 100 % $5) + h / 7 % 2)";
  const known = "kind < 70 or kind >= 90";
  return `insert into access_logs (id, detected_at, plate_number, controller_id, access_granted, access_reason, macro_executed,
      credential_id, organization_id, opened, duplicate_of, changed_at)
    select ('00000007-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, at,
      case when ${known} then 'B' || lpad(${person}::text, 7, '0') else 'X' || lpad((h / 100 % 9999999)::text, 7, '0') end,
      ('${benchId(2, 0).slice(0, 24)}' || lpad(to_hex(${BENCH_DOORS} + 1 + h / 11 % ${BENCH_GATES}), 12, '0'))::uuid,
      kind < 70,
      case when kind < 70 then 'valid_credential' when kind < 90 then 'no_match' when kind < 95 then 'expired' else 'no_access_assignment' end,
      case when kind < 60 then h % 1000 > 5 end,
      case when ${known} then ('${benchId(6, 0).slice(0, 24)}' || lpad(to_hex(${person}), 12, '0'))::uuid end,
      case when ${known} then ('${benchId(1, 0).slice(0, 24)}' || lpad(to_hex(1 + ${person} % $6), 12, '0'))::uuid end,
      kind < 60,
      case when kind between 60 and 69 then ('00000007-0000-4000-8000-' || lpad(to_hex(greatest(n - 1, 1)), 12, '0'))::uuid end,
      case when kind < 60 then at + interval '300 ms' end
    from (select n::bigint as n, h, h % 100 as kind, now() - ($3::int - n) * (interval '${SPAN_DAYS} days' / $3::int) as at
      from (select n, hashint8extended(n, $4::int) & 4611686018427387903 as h from generate_series($1::int, $2::int) n) numbered) drawn`;
}
