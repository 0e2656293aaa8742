import { describe, expect, test } from "vitest";
import { erasureReported, exportFileName } from "./erasure.ts";

test.each([
  ["Alva Exempelsson", "Alva-Exempelsson-personuppgifter.json"],
  ["Åsa-Märta O'Brien", "Åsa-Märta-O-Brien-personuppgifter.json"],
  ["../../etc/passwd \\ C:", "etc-passwd-C-personuppgifter.json"],
  ["דנה כהן", "דנה-כהן-personuppgifter.json"],
  ["E\u0301va", "Éva-personuppgifter.json"],
  ["🙂", "x-personuppgifter.json"],
])("the file of %s is named %s", (name, file) => {
  expect(exportFileName(name)).toBe(file);
});

describe("an erasure is reported", () => {
  test("as done only when no device has a replica left", () => {
    expect(erasureReported({ replicas_remaining: 0, waiting_for: [], receipts: 2 }, "Alva Ek")).toEqual({
      isDone: true,
      title: "Uppgifterna är raderade",
      text: "Varje enhet har bevisat att inget om Alva Ek finns kvar på den.",
    });
  });

  test("without a confirmation that nobody gave, where no device had anything", () => {
    expect(erasureReported({ replicas_remaining: 0, waiting_for: [], receipts: 0 }, "Alva Ek").text).toBe(
      "Ingen enhet hade något om Alva Ek.",
    );
  });

  test("with the controllers that are waited for, and what that means", () => {
    const reported = erasureReported(
      { replicas_remaining: 2, waiting_for: ["Port B", "Port A"], receipts: 1 },
      "Alva Ek",
    );
    expect(reported.isDone).toBe(false);
    expect(reported.text).toMatch(/^Port A och Port B har inte bevisat att Alva Ek är borttagen\./);
  });
});
