import { expect, test } from "vitest";
import { newTemporaryPassword } from "./temporary-password.ts";

test("a temporary password has no characters that are mistaken for one another", () => {
  for (let n = 0; n < 200; n++) expect(newTemporaryPassword()).toMatch(/^([a-hjkmnp-z2-9]{4}-){4}[a-hjkmnp-z2-9]{4}$/);
});

test("no two administrators get the same temporary password", () => {
  expect(new Set(Array.from({ length: 1_000 }, newTemporaryPassword)).size).toBe(1_000);
});
