// Tests the three refusals for a new controller that gets no organisation (docs/requirements.md, section 8).
import { Client, type PoolClient } from "pg";
import { expect, test } from "vitest";
import { standardOrganization } from "./standard-organization.ts";

function databaseThat(...answers: (readonly object[] | Error)[]): PoolClient {
  const left = [...answers];
  const query = async () => {
    const answer = left.shift() ?? [];
    if (answer instanceof Error) throw answer;
    return { rows: answer };
  };
  return Object.assign(new Client(), { query, release: () => undefined });
}

// Covers: 9.7
test("the earliest organisation is taken; without one the standard one is made", async () => {
  expect(await standardOrganization(databaseThat([{ id: "first" }]))).toBe("first");
  expect(await standardOrganization(databaseThat([], [{ id: "made" }]))).toBe("made");
});

// Covers: 8.6
test.each([
  ["the look-up fails", [new Error("gone")], 503, "Kunde inte ansluta till databasen"],
  ["it cannot be made", [[], new Error("full")], 500, "Kunde inte skapa standardorganisation"],
  ["there is none after all", [[], []], 500, "Systemet kunde inte initialiseras korrekt"],
])("when %s, that is said, and that nothing was saved", async (_what, answers, status, sentence) => {
  const refused = standardOrganization(databaseThat(...answers));
  await expect(refused).rejects.toMatchObject({ status });
  await expect(refused).rejects.toThrow(`${sentence}. Styrenheten är inte sparad.`);
});
