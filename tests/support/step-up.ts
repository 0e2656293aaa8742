import type { Pool } from "pg";

/**
 * Makes every session of the last nine minutes as fresh as after its sign-in; one that a test has made older stays old. A call that shows
 * or changes secrets asks for a sign-in of the last five minutes, and a file of tests may take longer than that on a slow machine.
 */
export async function stepUpAgain(admin: Pool): Promise<void> {
  await admin.query(
    `update auth.sessions s set amr = (
       select jsonb_agg(method || jsonb_build_object('timestamp', floor(extract(epoch from clock_timestamp()))::bigint))
       from jsonb_array_elements(s.amr) method)
     where exists (select from jsonb_array_elements(s.amr) method
       where (method->>'timestamp')::bigint > extract(epoch from clock_timestamp()) - 540)`,
  );
}
