// Another site's page makes an office's browsers fetch from the portal: the shared address is not charged.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";

const IMAGE = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" };
const LINK = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

/** GETs with an effect that a tag can send. */
const PATHS = [
  "/auth/v1/verify?type=recovery&token=x",
  "/auth/v1/authorize?provider=x&code_challenge_method=s256&code_challenge=ccccccccccccccccccccccccccccccccccccccccccc",
  "/auth/v1/callback?state=x",
  "/functions/v1/accept-invitation?token=x",
  "/functions/v1/first-admin?token=x",
  "/%61uth/v1/verify?type=recovery&token=x",
  "/rest/v1/organizations",
];

describe("fetches of another site's page", () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startTestPortal();
  });
  beforeEach(() => portal.admin.query("delete from auth.rate_limits"));
  afterAll(() => portal.close());

  // The test does not use fetch, whose Sec-Fetch-Mode would spoil what a browser says.
  const send = (method: "GET" | "POST", url: string, headers: Record<string, string>, payload?: object) =>
    portal.server.app.http.inject({ method, url, headers, ...(payload && { payload }) });
  const get = (path: string, headers: Record<string, string>) => send("GET", path, headers);
  const state = async () => {
    const { rows } = await portal.admin.query(
      `select (select jsonb_agg(key) from auth.rate_limits) as quotas, (select count(*)::int from auth.oidc_flows) as flows,
         (select count(*)::int from public.audit) as actions, (select count(*)::int from auth.one_time_tokens) as tokens`,
    );
    return rows[0];
  };

  // Covers: auth.34
  it.each(PATHS)("a hundred image tags that name %s are refused and cost nothing", async (path) => {
    const before = await state();
    const replies = await Promise.all(Array.from({ length: 100 }, () => get(path, IMAGE)));
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([403]));
    expect(await state()).toEqual(before);
    const { email, password } = portal.accounts.nord;
    const own = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" };
    const signIn = await send("POST", "/auth/v1/token?grant_type=password", own, { email, password });
    expect(signIn.statusCode).toBe(200);
  });

  it.each([
    ["a frame", { ...LINK, "sec-fetch-dest": "iframe" }],
    ["a script", { ...IMAGE, "sec-fetch-dest": "script" }],
    ["a fetch", { ...IMAGE, "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" }],
    ["a neighbouring host's image", { ...IMAGE, "sec-fetch-site": "same-site" }],
    ["an image that says it navigates", { ...IMAGE, "sec-fetch-mode": "navigate" }],
  ])("%s is refused too", async (_what, headers) => {
    const reply = await get("/auth/v1/verify?type=recovery&token=x", headers);
    expect(reply.statusCode).toBe(403);
    expect(reply.json()).toMatchObject({ error_code: "cross_site_request" });
  });

  it("a form of another site posts nothing, though it opens a document", async () => {
    for (const path of ["/auth/v1/recover", "/auth/v1/logout", "/functions/v1/accept-invitation"]) {
      const reply = await send("POST", path, LINK);
      expect({ path, status: reply.statusCode }).toEqual({ path, status: 403 });
    }
  });

  it("a person who follows a link from another site, the portal's own page and a plain client get through", async () => {
    const path = "/auth/v1/verify?type=recovery&token=x";
    for (const headers of [LINK, { "sec-fetch-site": "same-origin" }, { "sec-fetch-site": "none" }, {}]) {
      const reply = await get(path, headers);
      expect(reply.headers["location"]).toContain("error_code=otp_expired");
    }
    expect((await get("/auth/v1/health", {})).statusCode).toBe(200);
  });
});
