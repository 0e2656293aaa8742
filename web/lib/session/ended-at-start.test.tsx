// Tests the stored email of an ended session. web/routes/auth.tsx and tests/e2e/auth/sign-in.test.ts have the note on the sign-in page.
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

test("an ended session is known though it was removed before the rest of the page was fetched", async () => {
  vi.resetModules();
  localStorage.setItem(SESSION_KEY, JSON.stringify(kept));
  await import("#web/lib/calls/auth-client.ts");
  // supabase-js does this once the server has refused to refresh the session.
  localStorage.removeItem(SESSION_KEY);
  const { returnAddress } = await import("./return-address.ts");
  expect(returnAddress({ isSignedOut: true })).toMatchObject({ endedFor: "anna@brf.example" });
  expect(returnAddress({ isSignedOut: false })).not.toHaveProperty("endedFor");
});
