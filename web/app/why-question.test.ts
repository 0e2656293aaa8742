import { expect, test } from "vitest";
import { paced } from "#tests/support/pace.ts";
import { nameInQuestion } from "./why-question.ts";

test.each([
  ["varför kom Anna inte in", "Anna"],
  ["Varför kom Anna inte in?", "Anna"],
  ["  varför   kom Anna  Skisslund inte in ?", "Anna Skisslund"],
  ["varför kommer Åsa Öst-Berg inte in", "Åsa Öst-Berg"],
  ["VARFÖR KOM ANNA INTE IN", "ANNA"],
  ["varför kom Alva inte in i går kväll?", "Alva"],
  ["varför kom Alva inte in igår", "Alva"],
  ["varför kunde Anna inte komma in i dag", "Anna"],
  ["varför kan Anna inte köra in", "Anna"],
  ["varför släpptes Anna inte in i natt?", "Anna"],
  ["varför nekades Anna", "Anna"],
  ["varför nekades Anna i morse", "Anna"],
  ["varför nekades Sofia Midnatt", "Sofia Midnatt"],
  ["varför blev Anna nekad?", "Anna"],
  ["why didn't Anna get in", "Anna"],
  ["Why didn’t Anna get in?", "Anna"],
  ["why did Anna not get in yesterday", "Anna"],
  ["why couldn't Anna Why come in?", "Anna Why"],
  ["why can't O'Brien get in", "O'Brien"],
  ["why was Anna refused today?", "Anna"],
  ["why wasn't Anna let in", "Anna"],
])("%s", (text, name) => {
  expect(nameInQuestion(text)).toBe(name);
});

test.each([
  "",
  "varför",
  "varför kom",
  "varför kom inte in",
  "varför kom Anna in",
  "Anna inte in",
  "Varförsson",
  "why",
  "why did Anna get in",
  "Whyte",
])("is no such question: %j", (text) => {
  expect(nameInQuestion(text)).toBeNull();
});

test("a long text is answered at once", () => {
  const started = performance.now();
  expect(nameInQuestion(`varför kom ${"inte in ".repeat(2_000)}x`)).toBeNull();
  expect(performance.now() - started).toBeLessThan(paced(500));
});
