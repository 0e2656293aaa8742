import { expect, test } from "vitest";
import type { Factor } from "#contract/auth.ts";
import { factorWays } from "./factor-ways.ts";

const factor = (id: string, factor_type: Factor["factor_type"], more: Partial<Factor> = {}): Factor => ({
  id,
  factor_type,
  status: "verified",
  friendly_name: id,
  created_at: "2026-11-22T10:00:00Z",
  updated_at: "2026-11-22T10:00:00Z",
  ...more,
});

test("a passkey comes first, recovery codes last", () => {
  const all = [
    factor("koder", "recovery_code"),
    factor("telefon", "phone"),
    factor("app", "totp"),
    factor("nyckel", "webauthn"),
  ];
  expect(factorWays(all, { passkeys: true }).map(({ id }) => id)).toEqual(["nyckel", "app", "telefon", "koder"]);
});

test("an unfinished enrolment is not offered", () => {
  expect(factorWays([factor("app", "totp", { status: "unverified" })], { passkeys: true })).toEqual([]);
});

test("where the browser has no passkeys, none is offered", () => {
  const ways = factorWays([factor("nyckel", "webauthn"), factor("app", "totp")], { passkeys: false });
  expect(ways.map(({ id }) => id)).toEqual(["app"]);
});

test("names are shown only where two of a kind must be distinguished", () => {
  const one = factorWays([factor("Jobbdatorn", "webauthn")], { passkeys: true });
  expect(one[0]?.label).toBe("Använd passkey");
  const two = factorWays([factor("Jobbdatorn", "webauthn"), factor("Telefonen", "webauthn")], { passkeys: true });
  expect(two.map(({ label }) => label)).toEqual(["Använd passkey Jobbdatorn", "Använd passkey Telefonen"]);
});
