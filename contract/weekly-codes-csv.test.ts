import { expect, it } from "vitest";
import {
  codesByController,
  differByController,
  groupedCodesCsv,
  weeklyCodesCsv,
  weeklyCodesFileName,
} from "./weekly-codes-csv.ts";

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

const at = (...names: string[]) => names.map((name) => ({ controller_id: name, controllers: { name } }));
const GARAGE = { week_number: 48, year: 2026, code: "111222", weekly_code_assignments: at("Garage, norra") };
const PORT = { week_number: 48, year: 2026, code: "333444", weekly_code_assignments: at("=Port 10", "Port 2") };

it("codes that differ by controller become a file each, in the specified form", () => {
  expect(differByController([GARAGE, PORT])).toBe(true);
  const files = codesByController([GARAGE, PORT]);
  expect(files.map(({ name }) => name).toSorted()).toEqual(["=Port 10", "Garage, norra", "Port 2"]);
  const garage = files.find(({ name }) => name === "Garage, norra");
  expect(weeklyCodesCsv(garage?.codes ?? [])).toBe("Vecka,Kod\nv.48 2026,111222\n");
  expect(weeklyCodesFileName(new Date("2026-11-23T08:00:00Z"), "Garage, norra")).toBe(
    "veckokoder-Garage-norra-2026-11-23.csv",
  );
});

it("codes that open at the same controllers stay one file", () => {
  expect(differByController([PORT, { ...PORT, week_number: 49 }])).toBe(false);
});

it("one file of all controllers names each, and no name is a formula or splits a line", () => {
  const csv = groupedCodesCsv(codesByController([GARAGE, PORT]));
  expect(csv.split("\n")[0]).toBe("Styrenhet,Vecka,Kod");
  expect(csv).toContain('"Garage, norra",v.48 2026,111222\n');
  expect(csv).toContain("'=Port 10,v.48 2026,333444\n");
  expect(csv).toContain("\nPort 2,v.48 2026,333444\n");
});
