import { describe, expect, test } from "vitest";
import { plateKey } from "./plate.ts";
import { splitText } from "./read-csv.ts";
import { decodeText } from "./text-encoding.ts";
import { numberDuplicates, readVehicleLines, VEHICLE_FILE_FIELDS, type Vehicle } from "./vehicle-csv.ts";

const HEADER = "Organisation,Nummerplåt,Användare,Fordonstyp,Skapad";
const read = (text: string) => readVehicleLines(splitText(text, VEHICLE_FILE_FIELDS));
const vehicle = (row: number, plate: string, last_name: string): Vehicle => ({
  row,
  plate,
  first_name: "Anna",
  last_name,
  vehicle_type: null,
});
const existing = (plates: Record<string, string[]>) =>
  new Map(Object.entries(plates).map(([plate, names]) => [plateKey(plate), names]));

describe("lines with vehicles", () => {
  // Covers: 5.13
  test("the first word is the first name and the rest the last name", () => {
    expect(read("Brf,abc123,Anna Maria von Berg,Personbil,2026-01-01").vehicles).toEqual([
      { row: 1, plate: "ABC123", first_name: "Anna", last_name: "Maria von Berg", vehicle_type: "Personbil" },
    ]);
  });

  test("a name with a comma has the last name first", () => {
    const [one] = read('Brf,abc123,"von Berg, Anna Maria",Personbil,2026-01-01').vehicles;
    expect(one).toMatchObject({ first_name: "Anna Maria", last_name: "von Berg" });
  });

  // Covers: 5.13
  test("a single-word user is both first and last name", () => {
    expect(read("Brf,ABC123,Vaktmästaren,Lastbil,").vehicles[0]).toMatchObject({
      first_name: "Vaktmästaren",
      last_name: "Vaktmästaren",
    });
  });

  test("a first line whose second field is Nummerplåt is a header, however it is cased or spelled", () => {
    expect(read(`${HEADER}\nB,ABC123,Anna Berg,,`).vehicles).toHaveLength(1);
    expect(read("org;NUMMERPLA\u030aT;namn;typ;dag\nB;ABC123;Anna Berg;;").vehicles).toHaveLength(1);
  });

  test("without a header the first line is a vehicle, and a head is none wherever it stands", () => {
    const { vehicles, heads, invalid } = read(`B,ABC123,Anna Berg,,\n${HEADER}\nB,DEF456,Bo Ek,,\n${HEADER}`);
    expect(vehicles.map((row) => row.plate)).toEqual(["ABC123", "DEF456"]);
    expect(heads.map((line) => line.number)).toEqual([2, 4]);
    expect(invalid).toEqual([]);
  });

  test.each([
    ["titles", "Fordon i Brf Exemplet,,,,\nUtskrivet 2026-11-01,,,,\n,,,,\n", 2],
    ["a title with a number", "Fordon 2026\n\n", 1],
    ["a title of two fields", "Fordon,2026-11-01,,,\n", 1],
  ])("%s above the heads are no vehicles", (_name, titles, count) => {
    const { vehicles, heads, short, invalid } = read(`${titles}${HEADER}\nB,ABC123,Anna Berg,,\nB,DEF456,Bo Ek,,`);
    expect(vehicles.map((row) => row.plate)).toEqual(["ABC123", "DEF456"]);
    expect([heads.length, short.length + invalid.length]).toEqual([count + 1, 0]);
  });

  test("heads whose letters were misread are no vehicle", () => {
    const { vehicles } = read("Organisation;Nummerpl?t;Namn;Fordonstyp;Skapad\nB;ABC123;Anna Berg;Bil;");
    expect(vehicles.map((row) => row.plate)).toEqual(["ABC123"]);
  });

  // Covers: 5.11
  test("lines with fewer than five fields are skipped and counted", () => {
    const { vehicles, short, invalid } = read("B,ABC123,Anna Berg,Bil,\nB,DEF456,Bo Ek,Bil\nrubrik\n\n");
    expect(vehicles).toHaveLength(1);
    expect(short.map((line) => line.number)).toEqual([2, 3]);
    expect(invalid).toEqual([]);
  });

  test("more than five fields are no hindrance", () => {
    expect(read("B,ABC123,Anna Berg,Bil,2026,anteckning").vehicles).toHaveLength(1);
  });

  // Covers: 5.12
  test("a line without plate or user is reported with its reason and number", () => {
    const { invalid } = read("B,ABC123,Anna Berg,,\nB,,Anna Berg,,\nB,DEF456, ,,\nB,,,,");
    expect(invalid.map(({ line, problem }) => [line.number, problem])).toEqual([
      [2, "missing_plate"],
      [3, "missing_user"],
      [4, "missing_plate"],
    ]);
  });

  test.each([
    ["a plate of one sign", "A,Anna Berg,Bil", "invalid_plate"],
    ["a plate that no camera reads", "ABCDEFGHIJKLM,Anna Berg,Bil", "invalid_plate"],
    ["a plate of signs only", "--,Anna Berg,Bil", "invalid_plate"],
    ["a plate with too many spaces in it", "A B C D E F G H I J K,Anna Berg,Bil", "invalid_plate"],
    ["a name too long", `ABC123,Anna ${"x".repeat(101)},Bil`, "name_too_long"],
    ["a vehicle type too long", `ABC123,Anna Berg,${"x".repeat(101)}`, "vehicle_type_too_long"],
  ])("%s is left out with its reason", (_name, middle, problem) => {
    const { vehicles, invalid } = read(`B,${middle},`);
    expect(vehicles).toEqual([]);
    expect(invalid.map((one) => one.problem)).toEqual([problem]);
  });

  test("an empty vehicle type is none", () => {
    expect(read("B,ABC123,Anna Berg,,").vehicles[0]?.vehicle_type).toBeNull();
  });

  // Covers: files.10
  test("a Windows-1252 file from Swedish Excel reads whole", () => {
    const text =
      "Organisation;Nummerplåt;Användare;Fordonstyp;Skapad\r\nBrf;åbc 123;Åsa Öberg;Släpvagn;2026-01-01\r\n;;;;\r\n";
    const latin = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    const { vehicles, short, invalid } = readVehicleLines(splitText(decodeText(latin), VEHICLE_FILE_FIELDS));
    expect(vehicles).toEqual([
      { row: 2, plate: "ÅBC 123", first_name: "Åsa", last_name: "Öberg", vehicle_type: "Släpvagn" },
    ]);
    expect([short, invalid]).toEqual([[], []]);
  });
});

describe("duplicates", () => {
  // Covers: 5.14
  test("a plate that the organisation has is flagged however it is written, and the last name gets number 2", () => {
    const [one] = numberDuplicates([vehicle(1, "abc 123", "Berg")], existing({ "ABC-123": ["Ek"] }));
    expect(one).toMatchObject({ status: "existing", last_name: "Berg 2" });
  });

  test("importing again goes on where the numbers ended", () => {
    const [one, two] = numberDuplicates(
      [vehicle(1, "ABC123", "Berg"), vehicle(2, "ABC123", "berg")],
      existing({ ABC123: ["Berg", "Berg 2"] }),
    );
    expect([one?.last_name, two?.last_name]).toEqual(["Berg 3", "berg 4"]);
  });

  // Covers: 5.14
  test("the same plate and last name again in the file gets increasing numbers", () => {
    const rows = [vehicle(1, "ABC123", "Berg"), vehicle(2, "abc 123", "BERG"), vehicle(3, "ABC123", "Berg")];
    expect(numberDuplicates(rows, new Map()).map((row) => [row.status, row.last_name])).toEqual([
      ["new", "Berg"],
      ["repeated", "BERG 2"],
      ["repeated", "Berg 3"],
    ]);
  });

  test("two people who share a car are flagged and keep their names", () => {
    const rows = [vehicle(1, "ABC123", "Berg"), vehicle(2, "ABC123", "Ek")];
    expect(numberDuplicates(rows, new Map()).map((row) => [row.status, row.last_name])).toEqual([
      ["new", "Berg"],
      ["repeated", "Ek"],
    ]);
  });

  test("a name that has a number already never meets a running one", () => {
    const rows = [vehicle(1, "ABC123", "Berg 2"), vehicle(2, "ABC123", "Berg"), vehicle(3, "ABC123", "Berg")];
    expect(numberDuplicates(rows, new Map()).map((row) => row.last_name)).toEqual(["Berg 2", "Berg", "Berg 3"]);
  });

  test("a name at the limit gives way to its number", () => {
    const [one] = numberDuplicates([vehicle(1, "ABC123", "x".repeat(100))], existing({ ABC123: [] }));
    expect(one?.last_name).toHaveLength(100);
    expect(one?.last_name).toMatch(/x 2$/);
  });

  test("twenty thousand rows of one plate all get names of their own", () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => vehicle(index + 1, "ABC123", "Berg"));
    const names = numberDuplicates(rows, new Map()).map((row) => row.last_name);
    expect(new Set(names).size).toBe(20_000);
    expect(names.at(-1)).toBe("Berg 20000");
  });
});
