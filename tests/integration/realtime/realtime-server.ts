import { createClient, type RealtimeChannel, type SupabaseClient } from "@supabase/supabase-js";
import Fastify, { type FastifyInstance } from "fastify";
import type { Pool, PoolClient } from "pg";
import pino from "pino";
import { z } from "zod";
import type { Role } from "#contract/roles.ts";
import { type Clock, systemClock } from "#drivers/clock.ts";
import { type AuthService, createAuthService } from "#server/auth/auth-service.ts";
import type { AuthSettings } from "#server/auth/settings.ts";
import { authPlugin } from "#server/auth.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { createPools, type Pools } from "#server/platform/database/pools.ts";
import { createMetrics } from "#server/platform/metrics/metrics.ts";
import { createRealtime, type Realtime } from "#server/realtime/realtime.ts";
import type { TestDatabase } from "#tests/support/postgres.ts";
import { QUICK_HASHING } from "#tests/support/quick-hashing.ts";

const PASSWORD = "korrekt häst batteri";

export interface RealtimeServer {
  url: string;
  auth: AuthService;
  realtime: Realtime;
  /** Signs in as this person; the client refreshes its session at heartbeats only (default 25 s). */
  signIn(email: string, options?: { heartbeatIntervalMs?: number }): Promise<SupabaseClient>;
  stop(): Promise<void>;
}

export async function startRealtimeServer(
  database: TestDatabase,
  options: { port?: number; settings?: Partial<AuthSettings>; maxConnections?: number; clock?: Clock } = {},
): Promise<RealtimeServer> {
  const log = pino({ level: "silent" });
  const pools: Pools = createPools({ url: database.authenticatorUrl, log });
  const metrics = createMetrics();
  const auth = await createAuthService({
    pool: pools.auth,
    encryptor: createKeyRing("a secret key for tests that is long enough"),
    clock: systemClock,
    log,
    settings: { issuer: "http://portal.test/auth/v1", hashing: QUICK_HASHING, ...options.settings },
  });
  const realtime = createRealtime({
    deps: { pools, clock: options.clock ?? systemClock, log, metrics },
    tokens: auth.tokens,
    maxConnections: options.maxConnections ?? 4_096,
  });
  const app: FastifyInstance = Fastify();
  await app.register(authPlugin(auth));
  await app.register(realtime.plugin);
  const url = await app.listen({ host: "127.0.0.1", port: options.port ?? 0 });
  return {
    url,
    auth,
    realtime,
    signIn: async (email, { heartbeatIntervalMs } = {}) => {
      const client = createClient(url, "any-key", {
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
        realtime: { reconnectAfterMs: () => 100, ...(heartbeatIntervalMs && { heartbeatIntervalMs }) },
      });
      const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
      if (error) throw error;
      return client;
    },
    stop: async () => {
      await app.close();
      metrics.close();
      await pools.close();
    },
  };
}

export async function makeAdmin(
  server: RealtimeServer,
  admin: Pool,
  person: { email: string; role: Role; organizationId?: string },
): Promise<string> {
  const { administration, pool } = server.auth;
  const id = await administration.createUser(pool, {
    email: person.email,
    password: PASSWORD,
    mustChangePassword: false,
  });
  await admin.query("insert into profiles (id, first_name, last_name, email) values ($1, 'Anna', 'Ek', $2)", [
    id,
    person.email,
  ]);
  await admin.query("insert into user_roles (user_id, role, organization_id) values ($1, $2, $3)", [
    id,
    person.role,
    person.organizationId ?? null,
  ]);
  return id;
}

export async function makeOrganization(admin: Pool): Promise<string> {
  const { rows } = await admin.query("insert into organizations (name) values ('Brf Norrgården') returning id");
  return z.object({ id: z.string() }).parse(rows[0]).id;
}

export async function insertPassage(db: Pool | PoolClient, plate: string): Promise<string> {
  const { rows } = await db.query(
    "insert into access_logs (plate_number, access_granted, access_reason) values ($1, false, 'no_match') returning id",
    [plate],
  );
  return z.object({ id: z.string() }).parse(rows[0]).id;
}

export interface Heard {
  eventType: string;
  plate: unknown;
  macro: unknown;
  payload: { new: Record<string, unknown>; old: Record<string, unknown>; schema: string; table: string };
}

export interface Listener {
  channel: RealtimeChannel;
  received: Heard[];
  states: { status: string; message: string | undefined }[];
  plates(): unknown[];
  /** Resolves once this plate has been received, however slow the machine is. */
  hears(plate: string): Promise<void>;
}

export interface Listening {
  event?: "*" | "INSERT" | "UPDATE" | "DELETE";
  table?: string;
  filter?: string;
  select?: string[];
}

export async function listen(client: SupabaseClient, options: Listening = {}, name = "passages"): Promise<Listener> {
  const { event = "*", table = "access_logs", ...rest } = options;
  const received: Heard[] = [];
  const states: Listener["states"] = [];
  const plates = () => received.map((item) => item.plate);
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  const channel = client.channel(name).on<Record<string, unknown>>(
    "postgres_changes",
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one overload per event; the client sends what it is given
    { event: event as "*", schema: "public", table, ...rest },
    (payload) => {
      const row: Record<string, unknown> = payload.new;
      received.push({
        eventType: payload.eventType,
        plate: row["plate_number"],
        macro: row["macro_executed"],
        payload: { ...payload, new: row },
      });
      waiting.get(String(row["plate_number"]))?.resolve();
    },
  );
  await new Promise<void>((resolve) => {
    channel.subscribe((status, error) => {
      states.push({ status, message: error?.message });
      resolve();
    });
  });
  const hears = (plate: string) => {
    const known = waiting.get(plate) ?? Promise.withResolvers<void>();
    waiting.set(plate, known);
    if (plates().includes(plate)) known.resolve();
    return known.promise;
  };
  return { channel, received, states, plates, hears };
}
