import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAllowedOrigins } from "#server/platform/http/cors.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";

const PARTNER = "https://partner.example";
const CALLS = ["/auth/v1/token?grant_type=password", "/rest/v1/end_users?select=id", "/functions/v1/end-user-manager"];

let open: TestPortal;
let closed: TestPortal;
beforeAll(async () => {
  [open, closed] = await Promise.all([
    startTestPortal({ env: { CORS_ORIGINS: `${PARTNER}, http://localhost:3000` } }),
    startTestPortal(),
  ]);
});
afterAll(() => Promise.all([open.close(), closed.close()]));

const preflight = (portal: TestPortal, path: string, origin: string, headers = "authorization,apikey") =>
  fetch(portal.url + path, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": headers },
  });
const given = (reply: Response) => ({
  origin: reply.headers.get("access-control-allow-origin"),
  credentials: reply.headers.get("access-control-allow-credentials"),
});
const NOTHING = { origin: null, credentials: null };

async function sentHeaders(): Promise<string[]> {
  const seen = new Set<string>();
  const client = createClient(open.url, "portal", {
    auth: { persistSession: false },
    global: {
      fetch: async (input, init) => {
        const { headers } = new Request(input, init);
        headers.forEach((_value, name) => seen.add(name));
        return fetch(input, init);
      },
    },
  });
  const { email, password } = open.accounts.nord;
  await client.auth.signInWithPassword({ email, password });
  await client.from("end_users").select("*", { count: "exact" }).range(0, 1);
  await client.schema("public").from("end_users").select().maybeSingle();
  await client.from("end_users").insert({ first_name: "A", last_name: "B" }).select();
  await client.rpc("nothing_such", {}, { get: true });
  await client.functions.invoke("end-user-manager", { body: {} });
  return [...seen].filter((name) => !["accept", "user-agent", "content-length"].includes(name));
}

describe("a page of an origin that is named", () => {
  test.each(CALLS)("may call %s with every header that the client sends", async (path) => {
    const headers = await sentHeaders();
    expect(headers).toContain("x-client-info");
    const reply = await preflight(open, path, PARTNER, headers.join(","));
    expect({ status: reply.status, ...given(reply) }).toEqual({ status: 204, origin: PARTNER, credentials: null });
    const allowed = (reply.headers.get("access-control-allow-headers") ?? "").toLowerCase().split(/, */);
    expect(headers.filter((name) => !allowed.includes(name))).toEqual([]);
    expect(reply.headers.get("access-control-allow-methods")).toContain("PATCH");
  });

  test("reads answers and refusals, with the headers that count rows and name the request", async () => {
    const reply = await fetch(`${open.url}/rest/v1/end_users`, { headers: { origin: PARTNER } });
    expect(reply.status).toBe(401);
    expect(given(reply)).toEqual({ origin: PARTNER, credentials: null });
    expect(reply.headers.get("vary")).toContain("Origin");
    const exposed = reply.headers.get("access-control-expose-headers") ?? "";
    for (const name of ["content-range", "x-request-id", "retry-after"]) expect(exposed).toContain(name);
  });

  test("gets nothing outside the API", async () => {
    for (const path of ["/", "/metrics", "/healthz", "/rest/v10/end_users", "/authentic/v1"])
      expect(given(await fetch(open.url + path, { headers: { origin: PARTNER } }))).toEqual(NOTHING);
  });
});

describe("a page of any other origin", () => {
  test.each([
    "https://partner.example.evil.example",
    "http://partner.example",
    "https://partner.example:8443",
    "https://sub.partner.example",
    "null",
    "*",
  ])("%s gets no leave", async (origin) => {
    expect(given(await preflight(open, "/rest/v1/end_users", origin))).toEqual(NOTHING);
    expect(given(await fetch(`${open.url}/rest/v1/end_users`, { headers: { origin } }))).toEqual(NOTHING);
  });

  test("gets none where nothing is named", async () => {
    for (const path of CALLS) {
      expect(given(await preflight(closed, path, PARTNER))).toEqual(NOTHING);
      expect(given(await fetch(closed.url + path, { headers: { origin: PARTNER } }))).toEqual(NOTHING);
    }
  });
});

test("the list answers for exact origins only, for every caller", () => {
  const isAllowed = createAllowedOrigins([PARTNER]);
  expect([PARTNER, `${PARTNER}/`, "https://PARTNER.example", "null", undefined].map(isAllowed)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
