import { describe, expect, test } from "vitest";
import { splitText } from "./read-csv.ts";
import { countPlates, readColumns, SPECIFIED_COLUMNS } from "./vehicle-columns.ts";
import { readVehicleLines, VEHICLE_FILE_FIELDS } from "./vehicle-csv.ts";

const lines = (text: string) => splitText(text, VEHICLE_FILE_FIELDS);
const read = (text: string) => readColumns(lines(text), VEHICLE_FILE_FIELDS);

describe("a file of vehicles is recognised", () => {
  test.each([
    ["by its heads as specified", "Organisation;Nummerplåt;Användare;Fordonstyp;Skapad\nB;ABC123;Anna Berg;Bil;"],
    ["by heads of another spelling", "Förening;Reg.nr;Namn;Typ;Datum\nB;ABC123;Anna Berg;Bil;"],
    ["by English heads", "Organisation,Number plate,User,Vehicle type,Created\nB,ABC123,Anna Berg,Car,"],
    ["without heads, by its plates", "B;ABC123;Anna Berg;Bil;\nB;MLB 84A;Vaktmästaren;Bil;"],
    ["where a third of the plates are names", "B;ZLATAN;Zlatan Ek;Bil;\nB;ABC123;Bo Ek;Bil;\nB;DEF456;Eva Ek;Bil;"],
    ["where plates are missing", "B;;Nils Ek;Bil;\nB;;Eva Ek;Bil;"],
    ["of foreign plates", "B;CPH-AB 1234;Hans Ek;Bil;\nB;EL 12345;Ola Ek;Bil;"],
    ["where no line has five fields and none has a plate", "bara,tre,fält\nännu,en,rad"],
  ])("%s", (_name, text) => {
    expect(read(text).isRecognised).toBe(true);
  });
});

describe("a file of something else is not", () => {
  test("a list of members has names where plates should be", () => {
    const { isRecognised, hasHeader, estimate } = read(
      "Lgh;Namn;Port;Telefon;E-post\n1101;Åsa Öberg;A;0701234567;asa@exempel.example\n1102;Bo Ek;A;0707654321;",
    );
    expect(isRecognised).toBe(false);
    expect(hasHeader).toBe(true);
    expect(estimate.plate).toBeNull();
    expect(estimate.user).toBe(1);
  });

  test("known heads in another order are estimated, and somebody confirms them", () => {
    expect(read("Förnamn;Efternamn;Regnr;Fordonstyp\nÅsa;Öberg;ABC123;Bil")).toEqual({
      isRecognised: false,
      hasHeader: true,
      estimate: { plate: 2, user: 0, lastName: 1, vehicleType: 3 },
    });
  });

  test("known heads in other places are not read as the specified ones, though there are as many", () => {
    expect(read("Namn;Lägenhet;Regnr;Fordonstyp;Telefon\nÅsa Öberg;1101;ABC123;Bil;0701234567")).toEqual({
      isRecognised: false,
      hasHeader: true,
      estimate: { plate: 2, user: 0, lastName: null, vehicleType: 3 },
    });
  });

  test("plates without heads are found by what they look like", () => {
    expect(read("Åsa Öberg;MLB 84A\nBo Ek;ABC123")).toMatchObject({
      isRecognised: false,
      hasHeader: false,
      estimate: { plate: 1, user: 0 },
    });
  });

  test("user and plate that changed places are not imported as they stand", () => {
    expect(read("B;Anna Berg;ABC123;Bil;\nB;Bo Ek;DEF456;Bil;")).toMatchObject({
      isRecognised: false,
      estimate: { plate: 2, user: 1 },
    });
  });

  test("names stand in both places", () => {
    expect(read("1101;Åsa;Öberg;A;1\n1102;Bo;Ek;A;2").isRecognised).toBe(false);
  });

  test("dates, numbers and addresses are no plates", () => {
    const other = lines("2026-03-12;0701234567;Storgatan 12 lgh 1101;12");
    for (const column of [0, 1, 2, 3]) expect(countPlates(other, column).plates).toBe(0);
  });
});

test("titles above the heads do not hide them, and other columns than the specified ones are estimated", () => {
  const above = "Fordon i Brf Exemplet;;;;\n\nLgh;Namn;Regnr;Fordonstyp;Plats\n1101;Anna Berg;ABC123;Bil;12";
  expect(read(above)).toEqual({
    isRecognised: false,
    hasHeader: true,
    estimate: { plate: 2, user: 1, lastName: null, vehicleType: 3 },
  });
});

test("chosen columns are read, with a last name of its own and lines that lack them counted", () => {
  const layout = { columns: { plate: 2, user: 0, lastName: 1, vehicleType: null }, hasHeader: true };
  const { vehicles, short } = readVehicleLines(lines("Förnamn;Efternamn;Regnr\nÅsa;von Öberg;mlb84a\nBo"), layout);
  expect(vehicles).toEqual([
    { row: 2, plate: "MLB84A", first_name: "Åsa", last_name: "von Öberg", vehicle_type: null },
  ]);
  expect(short.map((line) => line.number)).toEqual([3]);
});

test("the specified columns are the specified ones", () => {
  expect(SPECIFIED_COLUMNS).toEqual({ plate: 1, user: 2, lastName: null, vehicleType: 3 });
});
