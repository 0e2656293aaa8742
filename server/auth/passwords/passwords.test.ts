import type * as argon2 from "@node-rs/argon2";
import { verify } from "@node-rs/argon2";
import { expect, test, vi } from "vitest";
import { DEFAULT_AUTH_SETTINGS } from "../settings.ts";
import { createPasswords } from "./passwords.ts";

vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof argon2>();
  return { ...real, verify: vi.fn(real.verify) };
});

// Covers: auth.22
test("an account that does not exist costs the very same hash as one that does", async () => {
  const passwords = createPasswords(DEFAULT_AUTH_SETTINGS.hashing);
  const stored = await passwords.hash("korrekt häst batteri");
  expect(await passwords.matches("fel", stored)).toBe(false);
  expect(await passwords.matches("fel", null)).toBe(false);
  expect(await passwords.matches("korrekt häst batteri", stored)).toBe(true);
  const work = vi.mocked(verify).mock.calls.map(([phc]) => String(phc).split("$").slice(1, 4).join("$"));
  expect(work).toEqual(Array(3).fill("argon2id$v=19$m=19456,t=2,p=1"));
});

// Covers: design.7
test("hashes wait in a short queue, and past that the caller must retry", async () => {
  const passwords = createPasswords({ ...DEFAULT_AUTH_SETTINGS.hashing, concurrent: 1, queued: 1 });
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => passwords.matches("fel", null)));
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
  expect(await passwords.matches("fel", null)).toBe(false);
});
