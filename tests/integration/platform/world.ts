// Two organisations with a shared door controller, each with a gate, a person, a PIN and a plate. Made as superuser.
import { createHash } from "node:crypto";
import { DatabaseError, type Pool, type PoolClient, type QueryResult, type QueryResultRow } from "pg";
import { ROLES as PORTAL_ROLES } from "#contract/roles.ts";
import { consumePinAttempts, nameAttempt } from "#server/people/pin-attempts.store.ts";
import { withPinAttempts } from "#server/people/pin-attempts.ts";
import { paced } from "#tests/support/pace.ts";
import { openPool } from "#tests/support/pool.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";

export const ROLES = ["anon", ...PORTAL_ROLES, "portal_auth", "portal_engine", "portal_gate"] as const;
export type DatabaseRole = (typeof ROLES)[number];

export interface Caller {
  role: DatabaseRole;
  org?: string;
  sub?: string;
}

/** Returns a text shaped like an encrypted PIN, with plain hashes as HMACs, since the database only compares them. */
export function encrypted(pin: string, keys: string[] = ["a"]): string {
  const hmacs = keys.map((key) => createHash("sha256").update(`${key}:${pin}`).digest("hex"));
  const body = { 4: 43, 5: 44, 6: 46 }[pin.length] ?? 0;
  return `s1:test:${hmacs.join(",")}:${createHash("sha512").update(pin).digest("base64url").slice(0, body)}`;
}

export const hmac = (pin: string, key = "a"): string => createHash("sha256").update(`${key}:${pin}`).digest("hex");
export const ENCRYPTED_TEXT = `p1:test:${"A".repeat(40)}`;

export const ids = {
  north: "00000000-0000-4000-8000-00000000000a",
  south: "00000000-0000-4000-8000-00000000000b",
  shared: "00000000-0000-4000-8000-0000000000c1",
  southern: "00000000-0000-4000-8000-0000000000c2",
  northGate: "00000000-0000-4000-8000-0000000000c3",
  southGate: "00000000-0000-4000-8000-0000000000c4",
  sharedDoor: "00000000-0000-4000-8000-0000000000d1",
  sharedBackDoor: "00000000-0000-4000-8000-0000000000d2",
  southernDoor: "00000000-0000-4000-8000-0000000000d3",
  anna: "00000000-0000-4000-8000-0000000000e1",
  sven: "00000000-0000-4000-8000-0000000000e2",
  annaPin: "00000000-0000-4000-8000-0000000000f1",
  svenPin: "00000000-0000-4000-8000-0000000000f2",
  annaCar: "00000000-0000-4000-8000-0000000000f3",
  svenCar: "00000000-0000-4000-8000-0000000000f4",
  systemAdmin: "00000000-0000-4000-8000-000000000001",
  northAdmin: "00000000-0000-4000-8000-000000000002",
  southAdmin: "00000000-0000-4000-8000-000000000003",
  week: "00000000-0000-4000-8000-000000000011",
  direct: "00000000-0000-4000-8000-000000000012",
} as const;

const WORLD = `
insert into organizations (id, name) values ('${ids.north}', 'Norr'), ('${ids.south}', 'Syd');
insert into auth.users (id, email) values
  ('${ids.systemAdmin}', 'system@x.example'), ('${ids.northAdmin}', 'norr@x.example'), ('${ids.southAdmin}', 'syd@x.example');
insert into profiles (id, first_name, last_name, email) values ('${ids.systemAdmin}', 'Sy', 'Stem', 'system@x.example'),
  ('${ids.northAdmin}', 'No', 'Rr', 'norr@x.example'), ('${ids.southAdmin}', 'Sy', 'D', 'syd@x.example');
insert into user_roles (user_id, role, organization_id) values ('${ids.systemAdmin}', 'system_admin', null),
  ('${ids.northAdmin}', 'org_admin', '${ids.north}'), ('${ids.southAdmin}', 'org_admin', '${ids.south}');
insert into controllers (id, name, device_type, device_ip, username, password_encrypted, organization_id, macro_id) values
  ('${ids.shared}', 'Delad', 'axis', '192.0.2.1', 'root', '${ENCRYPTED_TEXT}', '${ids.north}', null),
  ('${ids.southern}', 'Södra', 'axis', '192.0.2.2', 'root', '${ENCRYPTED_TEXT}', '${ids.south}', null),
  ('${ids.northGate}', 'Norra grinden', 'axxon_lpr', '192.0.2.3', 'lpr', '${ENCRYPTED_TEXT}', '${ids.north}', 'm1'),
  ('${ids.southGate}', 'Södra grinden', 'axxon_lpr', '192.0.2.4', 'lpr', '${ENCRYPTED_TEXT}', '${ids.south}', 'm1');
insert into access_points (id, controller_id, name, access_profile_token) values
  ('${ids.sharedDoor}', '${ids.shared}', 'Entré', 'wp-door-1'), ('${ids.sharedBackDoor}', '${ids.shared}', 'Baksida', 'wp-door-2'),
  ('${ids.southernDoor}', '${ids.southern}', 'Port', 'wp-door-3');
insert into organization_controllers values ('${ids.north}', '${ids.shared}'), ('${ids.north}', '${ids.northGate}'),
  ('${ids.south}', '${ids.shared}'), ('${ids.south}', '${ids.southern}'), ('${ids.south}', '${ids.southGate}');
insert into end_users (id, organization_id, first_name, last_name) values
  ('${ids.anna}', '${ids.north}', 'Anna', 'Ängström'), ('${ids.sven}', '${ids.south}', 'Sven', 'Svensson');
insert into credentials (id, end_user_id, credential_type, credential_value, validity_period, valid_to) values
  ('${ids.annaPin}', '${ids.anna}', 'pin', '${encrypted("4711")}', '12_months', now() + interval '1 year'),
  ('${ids.svenPin}', '${ids.sven}', 'pin', '${encrypted("4812")}', '12_months', now() + interval '1 year');
insert into removed_people (id, organization_id, first_name, last_name) values
  (gen_random_uuid(), '${ids.north}', 'Borta', 'Norr'), (gen_random_uuid(), '${ids.south}', 'Borta', 'Söder');
insert into removed_credentials (id, organization_id, end_user_id, credential_type) values
  (gen_random_uuid(), '${ids.north}', gen_random_uuid(), 'pin'), (gen_random_uuid(), '${ids.south}', gen_random_uuid(), 'pin');
insert into credentials (id, end_user_id, credential_type, credential_value, vehicle_type, validity_period, valid_to) values
  ('${ids.annaCar}', '${ids.anna}', 'license_plate', 'ABC 123', 'Personbil', '12_months', now() + interval '1 year'),
  ('${ids.svenCar}', '${ids.sven}', 'license_plate', 'XYZ 789', 'Lastbil', '12_months', now() + interval '1 year');
insert into controller_assignments (credential_id, controller_id, access_point_id) values
  ('${ids.annaPin}', '${ids.shared}', '${ids.sharedDoor}'), ('${ids.svenPin}', '${ids.southern}', '${ids.southernDoor}'),
  ('${ids.annaCar}', '${ids.northGate}', null), ('${ids.svenCar}', '${ids.southGate}', null);`;

// Triggers and foreign keys are off: append-only tables would refuse, and order would matter.
const EMPTY = `
set session_replication_role = replica;
do $$
declare t regclass;
begin
  for t in select oid from pg_class where relkind in ('r', 'p') and not relispartition
    and (relnamespace in ('public'::regnamespace, 'auth'::regnamespace) or (relnamespace = 'private'::regnamespace and (relname like 'pin%' or relname = 'first_openings'))) loop
    execute format('delete from %s', t);
  end loop;
end
$$;
reset session_replication_role;`;

export interface World extends AsyncDisposable {
  database: TestDatabase;
  admin: Pool;
  /**
   * Returns a client signed in as the server does, with a role taken, in a transaction; `end()` rolls back. @param pins typed PINs already
   * counted
   */
  enter(caller: Caller, pins?: number): Promise<PoolClient>;
  /** Runs work as a caller and commits; typed PINs are consumed as the server does. */
  as<T>(caller: Caller, work: (client: PoolClient) => Promise<T>): Promise<T>;
  /** Restores the opened world, in a tenth of the time of another database. */
  reset(): Promise<void>;
}

export const north: Caller = { role: "org_admin", org: ids.north, sub: ids.northAdmin };
export const south: Caller = { role: "org_admin", org: ids.south, sub: ids.southAdmin };
export const system: Caller = { role: "system_admin", sub: ids.systemAdmin };
export const engine: Caller = { role: "portal_engine" };

export async function openWorld({ filled = true }: { filled?: boolean } = {}): Promise<World> {
  const database = await createTestDatabase();
  const admin = openPool({ connectionString: database.adminUrl, max: 4 });
  const login = openPool({ connectionString: database.authenticatorUrl, max: 20 });
  if (filled) await admin.query(WORLD);
  const enter = async (caller: Caller, pins = 0) => {
    const attempt = pins === 0 ? null : await committed(caller, (paying) => consumePinAttempts(paying, pins));
    const client = await login.connect();
    await client.query("begin");
    await client.query(
      "select set_config('app.org', $1, true), set_config('app.sub', $2, true), set_config('role', $3, true)",
      [caller.org ?? "", caller.sub ?? "", caller.role],
    );
    if (attempt !== null) await nameAttempt(client, attempt);
    return client;
  };
  const committed = async <T>(caller: Caller, work: (client: PoolClient) => Promise<T>): Promise<T> => {
    const client = await enter(caller);
    try {
      const result = await work(client);
      await client.query("commit");
      return result;
    } catch (error) {
      await client.query("rollback");
      throw error;
    } finally {
      client.release();
    }
  };
  return {
    database,
    admin,
    enter,
    as: (caller, work) =>
      withPinAttempts(
        (own) => committed(caller, own),
        (attempt) =>
          committed(caller, async (client) => {
            if (attempt !== null) await nameAttempt(client, attempt);
            return work(client);
          }),
      ),
    reset: async () => {
      await admin.query(EMPTY);
      if (filled) await admin.query(WORLD);
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([admin.end(), login.end()]);
      await database.drop();
    },
  };
}

/** Returns the SQLSTATE of a refusal, or the rows let through. */
export async function outcome(work: Promise<QueryResult>): Promise<string> {
  try {
    const { rowCount } = await work;
    return rowCount === 0 ? "none" : "ok";
  } catch (error) {
    if (error instanceof DatabaseError && error.code !== undefined) return error.code;
    throw error;
  }
}

export async function tried(world: World, caller: Caller, sql: string): Promise<string> {
  const client = await world.enter(caller);
  try {
    return await outcome(client.query(sql));
  } finally {
    await client.query("rollback");
    client.release();
  }
}

export async function one<T extends QueryResultRow>(
  client: Pool | PoolClient,
  text: string,
  values: unknown[] = [],
): Promise<T> {
  const { rows } = await client.query<T>(text, values);
  if (rows.length !== 1 || rows[0] === undefined) throw new Error(`${rows.length} rows instead of one: ${text}`);
  return rows[0];
}

const WAITS_MS = 10_000;
const LOCK_WAITS = `select query from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`;
const OTHERS = `select state || ': ' || left(query, 200) as said from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() order by query_start desc limit 10`;

/**
 * Resolves when that many statements of this database wait for a lock; arranges races without sleeping. Rejects when they do not within the
 * limit, and names what the sessions do instead.
 */
export async function somebodyWaits(admin: Pool, sessions = 1, withinMs = paced(WAITS_MS)): Promise<void> {
  const until = performance.now() + withinMs;
  for (;;) {
    const waiting = (await admin.query(LOCK_WAITS)).rowCount ?? 0;
    if (waiting >= sessions) return;
    if (performance.now() < until) continue;
    const { rows } = await admin.query<{ said: string }>(OTHERS);
    throw new Error(
      `${sessions} statements were to wait for a lock, and ${waiting} did within ${withinMs} ms. The last statements of the sessions: ${rows.map(({ said }) => said).join("; ")}`,
    );
  }
}
