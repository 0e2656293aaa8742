import { randomBytes } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import Fastify, { type FastifyInstance } from "fastify";
import type { Pool } from "pg";
import type { RestOptions } from "#rest/options.ts";
import { type RestPlugin, restPlugin } from "#rest/rest-plugin.ts";
import { roleTransaction } from "#rest/role-transaction.ts";
import type { RowGuard } from "#rest/row-guard.ts";
import { openPool } from "#tests/support/pool.ts";
import { createTestDatabase } from "#tests/support/postgres.ts";
import { librarySchema } from "./library-schema.ts";

export interface RestRig {
  readonly app: FastifyInstance;
  readonly plugin: RestPlugin;
  readonly role: string;
  readonly url: string;
  readonly database: string;
  readonly admin: Pool;
  readonly pool: Pool;
  readonly client: ReturnType<typeof libraryClient>;
  /** Sends a bare request, which the client would never send. */
  fetch(path: string, init?: RequestInit): Promise<{ status: number; headers: Headers; body: unknown }>;
  stop(): Promise<void>;
}

export interface RigOptions {
  readonly claims?: unknown;
  readonly extraSql?: (role: string) => string;
  readonly rest?: Partial<RestOptions>;
  /** The host's condition on rows, the only one beside the role's rights. */
  readonly guard?: RowGuard;
}

const libraryClient = (url: string) =>
  createClient(url, "anon-key", {
    db: { schema: "library" },
    auth: { persistSession: false, autoRefreshToken: false },
  });

/** Starts a server whose calls run in one new role, with `claims` as token claims. */
export async function startRest(options: RigOptions = {}): Promise<RestRig> {
  const database = await createTestDatabase({ template: "empty" });
  const admin = openPool({ connectionString: database.adminUrl, max: 2 });
  const role = `caller_${randomBytes(6).toString("hex")}`;
  await admin.query(`create role ${role}; ${librarySchema(role)}; ${options.extraSql?.(role) ?? ""}`);
  const pool = openPool({ connectionString: database.adminUrl, max: 4 });
  const claims = options.claims === undefined ? {} : { claims: JSON.stringify(options.claims) };
  const asRole = roleTransaction(pool, { role, ...claims });
  const plugin = restPlugin({
    schema: "library",
    pool,
    codecs: [],
    roles: [role],
    allowRollback: true,
    transaction: (request, work, mode) => asRole(request, (client) => work(client, options.guard ?? null), mode),
    ...options.rest,
  });
  const app = Fastify({ logger: false });
  await app.register(plugin, { prefix: "/rest/v1" });
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    app,
    plugin,
    role,
    url: `${origin}/rest/v1`,
    database: database.name,
    admin,
    pool,
    client: libraryClient(origin),
    fetch: async (path, init) => {
      const reply = await fetch(`${origin}/rest/v1${path}`, init);
      const text = await reply.text();
      return { status: reply.status, headers: reply.headers, body: text === "" ? null : parsed(text) };
    },
    stop: async () => {
      await app.close();
      await pool.end();
      await admin.query(`drop owned by ${role}; drop role ${role}`);
      await admin.end();
      await database.drop();
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
