// A database with one organisation, its door controllers, and shipped engines that reach simulators over HTTP.
import { randomUUID } from "node:crypto";
import { type Logger, pino } from "pino";
import type { DeviceTimeouts } from "#drivers/transport.ts";
import { encryptControllerPassword } from "#server/controllers/encrypt.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import type { SyncEngine, SyncEngineDeps } from "#server/reconcile/engine/engine.ts";
import { openPool } from "#tests/support/pool.ts";
import { type Between, openEngine, type WorldEngine } from "./open-engine.ts";
import { untilQuiet } from "./quiet.ts";

const ACCOUNT = { username: "portal", password: "S3cret-pass" };

export interface SyncWorldOptions {
  adminUrl: string;
  authenticatorUrl: string;
  keys: KeyRing;
  log?: Logger;
  timeouts?: Partial<DeviceTimeouts>;
  /** Pool size of each engine, the shipped one by default; one more connection listens. */
  engineConnections?: number;
}

export type SyncWorld = Awaited<ReturnType<typeof makeSyncWorld>>;

export async function makeSyncWorld(options: SyncWorldOptions) {
  const { adminUrl, authenticatorUrl, keys, log, timeouts, engineConnections } = options;
  const logger = log ?? pino({ level: "silent" });
  const admin = openPool({ connectionString: adminUrl, max: 8 });
  const engines: WorldEngine[] = [];
  const killed = new Set<SyncEngine>();
  const organizationId = await one<string>("insert into organizations (name) values ('Brf Mätningen') returning id");

  async function one<T>(text: string, values: unknown[] = []): Promise<T> {
    const { rows } = await admin.query<Record<string, T>>(text, values);
    const [first] = Object.values(rows[0] ?? {});
    if (first === undefined) throw new Error(`no row: ${text}`);
    return first;
  }

  /** Adds a controller row for each device, linked to the organisation; ids in order. */
  async function addControllers(devices: readonly { url: string; port: number }[]): Promise<string[]> {
    const ids = devices.map(() => randomUUID());
    await admin.query(
      `insert into controllers (id, name, device_type, device_ip, device_port, username, password_encrypted, organization_id)
       select t.id, 'Styrenhet ' || t.n, 'axis', t.url, t.port, $5, t.password, $6
       from unnest($1::uuid[], $2::text[], $3::int[], $4::text[]) with ordinality as t (id, url, port, password, n)`,
      [
        ids,
        devices.map(({ url }) => url),
        devices.map(({ port }) => port),
        ids.map((id) => encryptControllerPassword(keys, id, ACCOUNT.password)),
        ACCOUNT.username,
        organizationId,
      ],
    );
    await admin.query(
      "insert into organization_controllers (organization_id, controller_id) select $1, unnest($2::uuid[])",
      [organizationId, ids],
    );
    return ids;
  }

  function makeEngine(over: Partial<SyncEngineDeps> = {}, between: Between = {}): WorldEngine {
    const made = openEngine(
      { authenticatorUrl, keys, log: logger, timeouts, connections: engineConnections },
      over,
      between,
    );
    engines.push(made);
    return made;
  }

  /** Kills an engine like kill -9: connections break, transactions roll back, nothing is released. */
  async function kill({ engine, cut }: WorldEngine): Promise<void> {
    engine.abandon();
    cut.abort(new Error("killed"));
    killed.add(engine);
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'authenticator'",
    );
  }

  /** Waits until nothing is pending; throws at its limit. */
  async function quiet(limitMs: number, how: { compare?: boolean; wake?: boolean } = {}): Promise<void> {
    const { open } = await untilQuiet(admin, { ...how, limitMs });
    if (open.length > 0) throw new Error(`not quiet after ${limitMs} ms: ${open.join("; ")}`);
  }

  async function doorsOf(controllerId: string): Promise<Map<string, string>> {
    const { rows } = await admin.query<{ id: string; name: string }>(
      "select id, name from access_points where controller_id = $1",
      [controllerId],
    );
    return new Map(rows.map((row) => [row.name, row.id]));
  }

  async function close(): Promise<void> {
    await Promise.all(engines.map(({ engine }) => engine.stop()));
    // A killed engine's connections are cut, so waiting for its transactions would never end.
    await Promise.all(engines.filter(({ engine }) => !killed.has(engine)).map(({ pools }) => pools.close()));
    await admin.end();
  }

  return { admin, keys, organizationId, one, addControllers, makeEngine, kill, quiet, doorsOf, close };
}
