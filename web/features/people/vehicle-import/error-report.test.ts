import { expect, test } from "vitest";
import { splitText } from "#contract/read-csv.ts";
import { errorReport } from "./error-report.ts";
import { makePreview } from "./preview.ts";

test("the report has the lines as they stood in the file, in its order, safe against formulas", async () => {
  const lines = splitText("B;ABC123;Anna Berg;Bil;\nB;;=1+1;Bil;\nkort;rad\nB;DEF456;Bo Ek;Bil;2026", 5);
  const preview = await makePreview(
    { fileName: "fordon.csv", lines, fileLines: lines.length },
    undefined,
    async () => [],
  );
  expect(errorReport(preview, [{ row: 4, error: "Rad 4: Okänt fel" }])).toBe(
    "\ufeffRad;Orsak;Organisation;Nummerplåt;Användare;Fordonstyp;Skapad\r\n" +
      "2;Saknar nummerplåt;B;;'=1+1;Bil;\r\n" +
      "3;Färre än fem fält;kort;rad\r\n" +
      "4;Okänt fel;B;DEF456;Bo Ek;Bil;2026\r\n",
  );
});

test("a preview asks once for each plate and numbers what there is", async () => {
  const asked: string[][] = [];
  const lines = splitText("B;abc 123;Anna Berg;Bil;\nB;ABC123;Anna Berg;Bil;\nB;DEF456;Bo;Bil;", 5);
  const preview = await makePreview(
    { fileName: "fordon.csv", lines, fileLines: lines.length },
    undefined,
    async (plates) => {
      asked.push(plates);
      return [{ plate_key: "ABC123", last_names: ["Berg"] }];
    },
  );
  expect(asked).toEqual([["ABC123", "DEF456"]]);
  expect(preview.vehicles.map((row) => `${row.status} ${row.first_name} ${row.last_name}`)).toEqual([
    "existing Anna Berg 2",
    "existing Anna Berg 3",
    "new Bo Bo",
  ]);
  expect(preview.duplicates).toBe(2);
});
