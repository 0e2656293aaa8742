// Fills a database with many people, triggers off: for reads and decisions, never for devices. Deterministic.
import type { Client } from "pg";

export interface BenchData {
  organizations: number;
  people: number;
}

/** Ids derive from numbers, so load generators can name rows without a query. */
export function benchId(kind: number, n: number): string {
  return `0000000${kind}-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;
}

const ID = (kind: number, n: string) => `('0000000${kind}-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

export const BENCH_DOORS = 50;
export const BENCH_GATES = 10;

/** Each person has a PIN at two doors; two of five have a plate at every gate ("B" and seven digits). */
export async function seedBench(
  admin: Client,
  { organizations, people }: BenchData,
  link: (controllerId: string) => string,
): Promise<void> {
  const passwords = Array.from({ length: BENCH_DOORS + BENCH_GATES }, (_, index) => link(benchId(2, index + 1)));
  await admin.query("begin; set local session_replication_role = replica; set local search_path = public, extensions");
  await admin.query(
    `insert into organizations (id, name) select ${ID(1, "n")}, 'Organisation ' || n from generate_series(1, ${organizations}) n`,
  );
  await admin.query(
    `insert into controllers (id, name, device_type, device_ip, device_port, username, password_encrypted, macro_id, organization_id, allow_plain_http, webhook_user)
    select ${ID(2, "n")}, 'Styrenhet ' || n, case when n <= ${BENCH_DOORS} then 'axis' else 'axxon_lpr' end, '127.0.0.1', 443, 'portal', ($1::text[])[n],
      case when n > ${BENCH_DOORS} then 'macro' end, ${ID(1, "1")}, n > ${BENCH_DOORS}, case when n > ${BENCH_DOORS} then 'gate-' || n end
    from generate_series(1, ${BENCH_DOORS + BENCH_GATES}) n`,
    [passwords],
  );
  await admin.query(`insert into access_points (id, controller_id, name, door_name, device_door_token)
    select ${ID(3, "n")}, ${ID(2, `1 + n % ${BENCH_DOORS}`)}, 'Dörr ' || n, 'Entré ' || n, 'door-' || n from generate_series(1, ${BENCH_DOORS * 4}) n`);
  await admin.query(`insert into organization_controllers select o.id, c.id from organizations o, controllers c`);
  await admin.query(`insert into end_users (id, organization_id, first_name, last_name, created_at)
    select ${ID(4, "n")}, ${ID(1, `1 + n % ${organizations}`)},
      (array['Alva','Bertil','Cecilia','Doris','Ebbe','Folke','Greta','Hugo','Ivar','Jonna'])[1 + n % 10],
      (array['Exempelsson','Provberg','Fiktiv','Demolund','Testgren','Mallström'])[1 + (n / 10) % 6] || ' ' || md5(n::text), now() - n * interval '1 minute'
    from generate_series(1, ${people}) n`);
  await admin.query(`insert into credentials (id, organization_id, end_user_id, credential_type, credential_value, validity_period, valid_from, valid_to)
    select ${ID(5, "n")}, ${ID(1, `1 + n % ${organizations}`)}, ${ID(4, "n")}, 'pin',
      's1:bench:' || encode(sha256(n::text::bytea), 'hex') || ':' || left(translate(encode(sha512(n::text::bytea), 'base64'), '+/' || chr(10), '-_'), 43),
      '12_months', now() - interval '1 day', now() + interval '1 year'
    from generate_series(1, ${people}) n`);
  await admin.query(`insert into credentials (id, organization_id, end_user_id, credential_type, credential_value, vehicle_type, validity_period, valid_from, valid_to)
    select ${ID(6, "n")}, ${ID(1, `1 + n % ${organizations}`)}, ${ID(4, "n")}, 'license_plate', 'B' || lpad(n::text, 7, '0'), 'Personbil', '12_months',
      now() - interval '1 day', now() + interval '1 year'
    from generate_series(1, ${people}) n where n % 5 < 2`);
  await admin.query(`insert into controller_assignments (organization_id, credential_id, controller_id, access_point_id)
    select ${ID(1, `1 + n % ${organizations}`)}, ${ID(5, "n")}, ${ID(2, `1 + d % ${BENCH_DOORS}`)}, ${ID(3, "d")}
    from generate_series(1, ${people}) n cross join lateral (values (1 + n % ${BENCH_DOORS * 4}), (1 + (n + 7) % ${BENCH_DOORS * 4})) door(d)`);
  await admin.query(`insert into controller_assignments (organization_id, credential_id, controller_id)
    select ${ID(1, `1 + n % ${organizations}`)}, ${ID(6, "n")}, ${ID(2, `${BENCH_DOORS} + g`)} from generate_series(1, ${people}) n, generate_series(1, 2) g where n % 5 < 2`);
  await admin.query("commit");
  await admin.query("vacuum analyze");
}
