import { expect, test } from "vitest";
import { splitText } from "#contract/read-csv.ts";
import { columnLetter, columnOptions, columnProblems, layoutOf, NOT_IN_FILE } from "./column-choices.ts";

const lines = splitText("Namn;Regnr;Telefon\nAnna Berg;ABC123;070123\nBo Ek;DEF456;070124\nEva Ek;;070125", 5);
const chosen = { plate: "1", user: "0", lastName: NOT_IN_FILE, vehicleType: NOT_IN_FILE, hasHeader: true };

test("a column without anything like a plate is refused, and one with few is doubted", () => {
  expect(columnProblems(chosen, lines)).toEqual({ errors: {}, warning: null });
  expect(columnProblems({ ...chosen, plate: "2" }, lines).errors.plate).toBe(
    "Inget i kolumnen ser ut som ett registreringsnummer. Välj en annan kolumn.",
  );
  const few = splitText("A;ABC123\nB;ZLATAN\nC;ÅSA", 5);
  expect(columnProblems({ ...chosen, hasHeader: false }, few)).toEqual({
    errors: {},
    warning: "Bara 1 av 3 rader ser ut som registreringsnummer. Kontrollera att det är rätt kolumn.",
  });
});

test("plate and user must be chosen, and no column twice", () => {
  expect(columnProblems({ ...chosen, plate: "", user: "" }, lines).errors).toEqual({
    plate: "Välj en kolumn.",
    user: "Välj en kolumn.",
  });
  expect(columnProblems({ ...chosen, vehicleType: "0" }, lines).errors).toEqual({
    vehicleType: "Kolumnen är redan vald.",
  });
});

test("an option shows the column's head and what stands in it", () => {
  expect(columnOptions(lines, true)[1]).toEqual({ id: "1", label: "B: Regnr", description: "ABC123, DEF456" });
  expect(columnOptions(lines, false)[0]?.label).toBe("Kolumn A");
  expect([0, 25, 26, 51, 52].map(columnLetter)).toEqual(["A", "Z", "AA", "AZ", "BA"]);
});

test("the choices become positions", () => {
  expect(layoutOf({ ...chosen, vehicleType: "2" })).toEqual({
    columns: { plate: 1, user: 0, lastName: null, vehicleType: 2 },
    hasHeader: true,
  });
});
