import { expect, it } from "vitest";
import { weeklyCodesCsv, weeklyCodesFileName } from "./weekly-codes-csv.ts";

// Covers: 7.17
it("the exported file has a header and one line a week, in the form that is handed out", () => {
  const csv = weeklyCodesCsv([
    { week_number: 53, year: 2026, code: "048213" },
    { week_number: 1, year: 2027, code: "771904" },
  ]);
  expect(csv).toBe("Vecka,Kod\nv.53 2026,048213\nv.1 2027,771904\n");
});

// Covers: 7.17
it("the file is named by the day in Stockholm", () => {
  expect(weeklyCodesFileName(new Date("2026-12-31T23:30:00Z"))).toBe("veckokoder-2027-01-01.csv");
});
