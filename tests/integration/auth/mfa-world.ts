// Fixture for second factors: two servers with a movable clock, an SMS gateway, people.
import { createServer } from "node:http";
import type { SupabaseClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import { systemClock } from "#drivers/clock.ts";
import { createHttpSmsGateway } from "#server/platform/sms/http-gateway.ts";
import { adminPool, openPool } from "#tests/support/pool.ts";
import { createTestDatabase } from "#tests/support/postgres.ts";
import { claimsOf, makeUser, signIn, startAuthServer } from "./auth-server.ts";

export const EMAIL = "anna@example.se";
export const PASSWORD = "korrekt häst batteri";
export const NEW_PASSWORD = "violett tratt på stranden";
export const PHONE = "+46701234567";
/** The last system admin cannot be deleted, so one stays. */
const KEEPER = "alltid@example.se";

export type MfaWorld = Awaited<ReturnType<typeof openMfaWorld>>;

export async function openMfaWorld() {
  const database = await createTestDatabase();
  const admin = adminPool(database);
  const caller = openPool({ connectionString: database.authenticatorUrl, max: 2 });
  const gateway = await startGateway();
  let now = Date.now();
  let userId = "";
  const clock = { ...systemClock, now: () => new Date(now) };
  const server = await startAuthServer(database, {}, undefined, { clock, sms: createHttpSmsGateway(gateway.url) });
  const other = await startAuthServer(database, {}, undefined, { clock });

  const makeAdmin = async (id = userId) => {
    await admin.query("insert into public.profiles values ($1, 'Anna', 'Berg', $2)", [id, EMAIL]);
    await admin.query("insert into public.user_roles (user_id, role) values ($1, 'system_admin')", [id]);
  };
  /** Returns the app's code, `steps` half minutes from now. */
  const codeOf = (secret: string, steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * 30_000 });
  const move = (seconds: number) => {
    now += seconds * 1000;
  };
  const enroll = async (client: SupabaseClient, friendlyName = "Telefonen") => {
    const { data, error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName });
    if (error) throw error;
    return { factorId: data.id, secret: data.totp.secret, qr: data.totp.qr_code, uri: data.totp.uri };
  };
  const verify = (client: SupabaseClient, factorId: string, code: string) =>
    client.auth.mfa.challengeAndVerify({ factorId, code });
  await makeAdmin(await makeUser(server, KEEPER, PASSWORD));

  return {
    admin,
    caller,
    server,
    other,
    gateway,
    makeAdmin,
    codeOf,
    move,
    enroll,
    verify,
    userId: () => userId,
    reset: async () => {
      now = Date.now();
      gateway.messages.length = 0;
      gateway.status = 200;
      await admin.query("delete from auth.rate_limits; delete from public.mail_queue");
      await admin.query("update public.mfa_requirements set required = false");
      await admin.query("delete from auth.users where email <> $1", [KEEPER]);
      userId = await makeUser(server, EMAIL, PASSWORD);
    },
    /** Signs in at aal2 with a verified app, whose next code is unused. */
    withApp: async () => {
      const client = await signIn(server, EMAIL, PASSWORD);
      const app = await enroll(client);
      const { error } = await verify(client, app.factorId, codeOf(app.secret));
      if (error) throw error;
      move(30);
      return { client, ...app };
    },
    /** Returns why the session may not touch data; null when it may. */
    denied: async (client: SupabaseClient): Promise<unknown> => {
      const { session_id, sub } = await claimsOf(client);
      const { rows } = await caller.query("select denied from private.enter($1, $2)", [session_id, sub]);
      return rows[0].denied;
    },
    actions: async (): Promise<unknown[]> => {
      const { rows } = await admin.query("select action from public.audit where actor = $1 order by at, id", [userId]);
      return rows.map(({ action }) => action);
    },
    stop: async () => {
      await Promise.all([server.stop(), other.stop(), caller.end(), admin.end(), gateway.stop()]);
      await database.drop();
    },
  };
}

async function startGateway() {
  const gateway = { url: "", status: 200, messages: [] as { to: string; text: string }[], stop: async () => {} };
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += String(chunk);
    });
    request.on("end", () => {
      const known = request.headers.authorization === `Basic ${Buffer.from("portal:hemligt").toString("base64")}`;
      if (known && gateway.status === 200) gateway.messages.push(JSON.parse(text));
      response.writeHead(known ? gateway.status : 401).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  gateway.url = `http://portal:hemligt@127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/send`;
  gateway.stop = () => new Promise((done) => server.close(() => done()));
  return gateway;
}
