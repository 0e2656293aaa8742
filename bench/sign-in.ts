// Accounts for the load: inserted past the tenant guards, signed in over the wire.
import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { z } from "zod";
import { createPasswords } from "#server/auth/passwords/passwords.ts";
import { DEFAULT_AUTH_SETTINGS } from "#server/auth/settings.ts";
import { benchId } from "./seed-database.ts";

export interface BenchCaller {
  token: string;
  sessionId: string;
  userId: string;
  email: string;
}

export const PASSWORD = "bench password of some length";

export interface BenchSignIn {
  admin: Client;
  serverPort: number;
  /** Null = a system admin. */
  organizationId: string | null;
}

export async function signInForBench(options: BenchSignIn): Promise<BenchCaller> {
  const [caller] = await signInMany(options, 1);
  if (!caller) throw new Error("nobody was signed in");
  return caller;
}

/** Makes new accounts at every call: a database is measured more than once. */
export async function signInMany(
  { admin, serverPort, organizationId }: BenchSignIn,
  count: number,
): Promise<BenchCaller[]> {
  const hash = await createPasswords(DEFAULT_AUTH_SETTINGS.hashing).hash(PASSWORD);
  const callers: BenchCaller[] = [];
  for (let n = 0; n < count; n++) {
    const email = `bench-${randomUUID()}@bench.example`;
    const { rows } = await admin.query<{ id: string }>(
      "insert into auth.users (email, password_hash) values ($1, $2) returning id",
      [email, hash],
    );
    const userId = rows[0]?.id ?? "";
    await admin.query("insert into profiles (id, first_name, last_name, email) values ($1, 'Bench', 'Bänk', $2)", [
      userId,
      email,
    ]);
    await admin.query("insert into user_roles (user_id, role, organization_id) values ($1, $2, $3)", [
      userId,
      organizationId === null ? "system_admin" : "org_admin",
      organizationId,
    ]);
    callers.push({ ...(await signIn(serverPort, email)), email, userId });
  }
  return callers;
}

/** Eight list readers of four organisations, one per client; the first organisations by name. */
const READING_ORGANIZATIONS = 4;
const READERS_EACH = 2;

export async function signInReaders(
  admin: Client,
  serverPort: number,
): Promise<{ caller: BenchCaller; tokens: readonly string[] }> {
  const callers: BenchCaller[] = [];
  for (let n = 1; n <= READING_ORGANIZATIONS; n++)
    callers.push(...(await signInMany({ admin, serverPort, organizationId: benchId(1, n) }, READERS_EACH)));
  const [caller] = callers;
  if (!caller) throw new Error("nobody was signed in");
  return { caller, tokens: callers.map(({ token }) => token) };
}

async function signIn(serverPort: number, email: string): Promise<Pick<BenchCaller, "token" | "sessionId">> {
  const answer = await fetch(`http://127.0.0.1:${serverPort}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { access_token: token } = z.object({ access_token: z.string() }).parse(await answer.json());
  const claims = z
    .object({ session_id: z.string() })
    .parse(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()));
  return { token, sessionId: claims.session_id };
}
