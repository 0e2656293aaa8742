// A real account with a real token for the load: made behind the walls, signed in through the front door.
import type { Client } from "pg";
import { z } from "zod";
import { createPasswords } from "#server/auth/passwords.ts";
import { DEFAULT_AUTH_SETTINGS } from "#server/auth/settings.ts";

export interface BenchCaller {
  token: string;
  sessionId: string;
  userId: string;
}

const EMAIL = "bench@bench.example";
const PASSWORD = "bench password of some length";

export async function signInForBench({
  admin,
  serverPort,
  organizationId,
}: {
  admin: Client;
  serverPort: number;
  organizationId: string;
}): Promise<BenchCaller> {
  const hash = await createPasswords(DEFAULT_AUTH_SETTINGS.hashing).hash(PASSWORD);
  const { rows } = await admin.query<{ id: string }>(
    "insert into auth.users (email, encrypted_password) values ($1, $2) returning id",
    [EMAIL, hash],
  );
  const userId = rows[0]?.id ?? "";
  await admin.query("insert into profiles (id, first_name, last_name, email) values ($1, 'Bench', 'Bänk', $2)", [
    userId,
    EMAIL,
  ]);
  await admin.query("insert into user_roles (user_id, role, organization_id) values ($1, 'org_admin', $2)", [
    userId,
    organizationId,
  ]);
  const answer = await fetch(`http://127.0.0.1:${serverPort}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  const { access_token: token } = z.object({ access_token: z.string() }).parse(await answer.json());
  const claims = z
    .object({ session_id: z.string() })
    .parse(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()));
  return { token, sessionId: claims.session_id, userId };
}
