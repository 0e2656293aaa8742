// The note on the sign-in page: web/routes/auth.tsx, tests/e2e/auth/sign-in.test.ts.
import { expect, test, vi } from "vitest";
import { SESSION_KEY } from "#web/lib/calls/session-key.ts";

const kept = {
  access_token: "x",
  refresh_token: "x",
  token_type: "bearer",
  expires_in: 3_600,
  expires_at: 4_000_000_000,
  user: { id: "x", email: "anna@brf.example" },
};

test("whose session has ended is known though it was removed before the rest of the page was fetched", async () => {
  vi.resetModules();
  localStorage.setItem(SESSION_KEY, JSON.stringify(kept));
  await import("#web/lib/calls/backend.ts");
  // As supabase-js does once the server has refused to refresh it.
  localStorage.removeItem(SESSION_KEY);
  const { returnAddress } = await import("./return-address.ts");
  expect(returnAddress({ isSignedOut: true })).toMatchObject({ endedFor: "anna@brf.example" });
  expect(returnAddress({ isSignedOut: false })).not.toHaveProperty("endedFor");
});
