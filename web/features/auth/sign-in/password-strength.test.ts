import { expect, test } from "vitest";
import { passwordStrength } from "./password-strength.ts";

const known = ["Alva", "Exempelsson", "alva@brf-exempel.se"];

test.each([
  "",
  "hemlig1",
  "Sommar2026",
  "aaaaaaaaaaaaaaaaaaaa",
  "abcdefghijklmnop",
  "12345678901234",
  "Alva Exempelsson",
  "lösenord123",
])("%j is weak", (password) => {
  expect(passwordStrength(password, known)).toBe("weak");
});

test.each(["tre röda bilar står vid grinden", "kX9!vR2#mQ7$"])("%j is strong", (password) => {
  expect(passwordStrength(password, known)).toBe("strong");
});

test("something between is fair", () => {
  expect(passwordStrength("grön47häst", known)).toBe("fair");
});
