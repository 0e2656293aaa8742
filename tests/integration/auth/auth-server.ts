// A server with only /auth/v1 on a real database, driven by unmodified supabase-js.
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import Fastify from "fastify";
import type { Pool } from "pg";
import pino from "pino";
import { z } from "zod";
import { type Clock, systemClock } from "#drivers/clock.ts";
import { type AuthService, type AuthServiceOptions, createAuthService } from "#server/auth/auth-service.ts";
import type { AuthSettings } from "#server/auth/settings.ts";
import { authPlugin } from "#server/auth.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { createMailPort } from "#server/platform/mail/port.ts";
import { adminPool, openPool } from "#tests/support/pool.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";
import { QUICK_HASHING } from "#tests/support/quick-hashing.ts";

/** The portal's public URL; nothing listens there. */
export const PUBLIC_URL = "http://portal.test";
const ISSUER = `${PUBLIC_URL}/auth/v1`;
const SECRET = "a secret key for tests that is long enough";

export interface AuthServer {
  url: string;
  service: AuthService;
  routes: readonly string[];
  /** Makes a supabase-js client with its session in memory; PKCE by default, as in the page. */
  client(options?: { flowType?: "implicit" | "pkce"; language?: string }): SupabaseClient;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<RawReply>;
  /** Sends a call as from another address, without a socket; with a browser's cookies if given. */
  send(call: SentCall): Promise<SentReply>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  stop(): Promise<void>;
}

export interface SentCall {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  body?: object;
  from?: string;
  bearer?: string | undefined;
  headers?: Record<string, string>;
  browser?: Browser;
}
export type Browser = Map<string, string>;

const sentBody = z.looseObject({
  error_code: z.string().optional(),
  msg: z.string().optional(),
  id: z.string().optional(),
  access_token: z.string().optional(),
});
export interface SentReply {
  status: number;
  body: z.infer<typeof sentBody>;
  headers: Record<string, string | string[] | number | undefined>;
}

export interface RawReply {
  status: number;
  headers: Headers;
  body: { error_code?: string; msg?: string; code?: number; access_token?: string; refresh_token?: string };
}

export interface ServerParts extends Partial<Pick<AuthServiceOptions, "sms" | "providers">> {
  clock?: Clock;
}

export type AuthFixture = Awaited<ReturnType<typeof openAuthFixture>>;

/** Opens a database of its own and one server on it. */
export async function openAuthFixture() {
  const database = await createTestDatabase();
  const admin = adminPool(database);
  const server = await startAuthServer(database);
  return {
    database,
    admin,
    server,
    async close() {
      await server.stop();
      await admin.end();
      await database.drop();
    },
  };
}

export async function startAuthServer(
  database: TestDatabase,
  settings: Partial<AuthSettings> = {},
  secret = SECRET,
  { clock = systemClock, ...parts }: ServerParts = {},
): Promise<AuthServer> {
  const pool = openPool({ connectionString: database.authenticatorUrl, options: "-c role=portal_auth", max: 4 });
  const log = pino({ level: "silent" });
  const keys = createKeyRing(secret);
  const service = await createAuthService({
    pool,
    encryptor: keys,
    clock,
    log,
    mailer: createMailPort({ keys, configured: true }),
    settings: { issuer: ISSUER, hashing: QUICK_HASHING, ...settings },
    ...parts,
  });
  const app = Fastify();
  const routes: string[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat()) routes.push(`${one} ${url}`);
  });
  await app.register(authPlugin(service));
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    url,
    service,
    routes,
    client: ({ flowType = "pkce", language } = {}) =>
      createClient(url, "any-key", {
        ...(language === undefined ? {} : { global: { headers: { "accept-language": language } } }),
        auth: {
          storage: memoryStorage(),
          autoRefreshToken: false,
          detectSessionInUrl: false,
          flowType,
          experimental: { recoveryCodes: true },
        },
      }),
    post: async (path, body, headers = {}) => {
      const response = await fetch(`${url}/auth/v1${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === "" ? {} : JSON.parse(text) };
    },
    get: (path, headers = {}) => fetch(`${url}/auth/v1${path}`, { redirect: "manual", headers }),
    send: async ({ method = "POST", path, body, from = "127.0.0.1", bearer, headers = {}, browser }) => {
      const cookie = [...(browser ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
      const reply = await app.inject({
        method,
        url: `/auth/v1${path}`,
        remoteAddress: from,
        headers: {
          ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
          ...(cookie === "" ? {} : { cookie }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: body }),
      });
      for (const { name, value } of reply.cookies) browser?.set(name, value);
      const json: unknown = reply.body.startsWith("{") ? JSON.parse(reply.body) : {};
      return { status: reply.statusCode, body: sentBody.parse(json), headers: reply.headers };
    },
    stop: async () => {
      await app.close();
      await pool.end();
    },
  };
}

/** Returns storage for one client: PKCE keeps its secret there. */
function memoryStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

export async function makeUser(server: AuthServer, email: string, password: string): Promise<string> {
  return server.service.administration.createUser(server.service.pool, { email, password, mustChangePassword: false });
}

export async function signIn(server: AuthServer, email: string, password: string): Promise<SupabaseClient> {
  const client = server.client();
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

export async function claimsOf(client: SupabaseClient) {
  const { data, error } = await client.auth.getClaims();
  if (error || data === null) throw error ?? new Error("nobody is signed in");
  return data.claims;
}

const emailRow = z.object({ id: z.uuid(), template: z.string(), recipient: z.string(), encrypted: z.string() });
const emailData = z.looseObject({ link: z.url().optional(), code: z.string().optional() });

/** Returns the decrypted emails of the queue, or those to one mailbox: oldest first, within a transaction by name. */
export async function messages(server: AuthServer, admin: Pool, mailbox: string | null = null) {
  await server.service.links.idle();
  const { rows } = await admin.query(
    `select id, template, recipient, encrypted_content as encrypted from public.mail_queue where $1::text is null or recipient = $1
     order by created_at, template`,
    [mailbox],
  );
  return z
    .array(emailRow)
    .parse(rows)
    .map(({ id, template, recipient, encrypted }) => ({
      template,
      to: recipient,
      data: emailData.parse(
        JSON.parse(createKeyRing(SECRET).openText(encrypted, `mail_queue.encrypted_content.${id}`)),
      ),
    }));
}

export async function mailedLink(server: AuthServer, admin: Pool, template: string): Promise<string> {
  const message = (await messages(server, admin)).findLast((candidate) => candidate.template === template);
  if (message?.data.link === undefined) throw new Error(`no email ${template} with a link`);
  const link = new URL(message.data.link);
  return link.pathname.replace("/auth/v1", "") + link.search;
}

export function landing(reply: Response): URL {
  const location = reply.headers.get("location");
  if (location === null) throw new Error(`no redirect but ${reply.status}`);
  return new URL(location);
}
