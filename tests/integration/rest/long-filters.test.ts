// Filters with many ids: as many as a reply has rows are allowed, and more get a refusal that explains the limit.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const ids = (count: number) => Array.from({ length: count }, () => randomUUID());

test("a script filters by 400 ids and by 1,000", async () => {
  const client = await signedInClient(portal.url, portal.accounts.nord);
  for (const count of [400, 1_000]) {
    const { error, status, data } = await client
      .from("end_users")
      .select("id, first_name")
      .in("id", ids(count))
      .limit(5);
    expect({ count, error, status, data }).toEqual({ count, error: null, status: 200, data: [] });
  }
});

test("past the limit the answer says what happened and what to do", async () => {
  const client = await signedInClient(portal.url, portal.accounts.nord);
  const long = await client.from("end_users").select("id").in("id", ids(1_060));
  expect(long).toMatchObject({
    status: 414,
    error: {
      code: "PGRST100",
      message: expect.stringContaining("40000 bytes"),
      hint: expect.stringContaining("fewer"),
    },
  });
  const longer = await client.from("end_users").select("id").in("id", ids(3_000));
  expect(longer).toMatchObject({
    status: 431,
    error: { code: "too_large", message: expect.stringContaining("fewer ids at a time") },
  });
  const invoked = await fetch(`${portal.url}/functions/v1/sync-control`, { headers: { "x-long": "a".repeat(60_000) } });
  expect({ status: invoked.status, body: await invoked.json() }).toMatchObject({
    status: 431,
    body: { reason: "headers_too_large", error: expect.stringContaining("Dela upp anropet") },
  });
  // The next call is served as before.
  expect((await client.from("end_users").select("id").limit(1)).status).toBe(200);
});
