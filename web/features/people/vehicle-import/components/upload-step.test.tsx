// Tests an import's words about an unreadable file, and about unknown columns.
import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { strToU8, zipSync } from "fflate";
import { expect, test, vi } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { afterTest } from "#tests/components/after-test.ts";
import { gate } from "#tests/components/fixtures/people/sample-gate.ts";
import { answerWith, page } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";
import { sees } from "#tests/components/sees.ts";

const HEADER = "Organisation;Nummerplåt;Användare;Fordonstyp;Skapad";

/** Opens the page with its dialog. */
async function openImport() {
  answerWith({
    "GET /rest/v1/controllers\\?": page([gate]),
    "POST /functions/v1/vehicle-import": ({ body }: { body: unknown }) => {
      const known = Object(body).action === "IMPORTS" ? { imports: [] } : { existing: [] };
      return { success: true, ...known };
    },
  });
  const user = await openPage("/org-admin/import", "org_admin");
  await user.click(await screen.findByRole("button", { name: "Importera fordon" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Importera fordon" }));
  return { user, dialog };
}

async function choose(user: UserEvent, content: string | Uint8Array<ArrayBuffer>, name = "fordon.csv"): Promise<void> {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("nothing takes a file");
  await user.upload(input, new File([content], name));
}

// Covers: files.13
test("an unreadable file is reported with what to do, and an Excel file reads as a CSV file does", async () => {
  const cells = (row: number, values: string[]) =>
    `<row r="${row}">${values.map((value, at) => `<c r="${"ABCDE"[at]}${row}" t="inlineStr"><is><t>${value}</t></is></c>`).join("")}</row>`;
  const sheet = `<worksheet><sheetData>${cells(1, HEADER.split(";"))}${cells(2, ["Brf", "MLB84A", "Alva Exempelsson", "Bil"])}</sheetData></worksheet>`;
  const { user, dialog } = await openImport();
  await choose(user, new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), "gammal.xls");
  expect((await dialog.findByRole("alert")).textContent).toContain("äldre Excel-format");
  await choose(user, "");
  expect((await dialog.findByText(/Filen är tom/)).closest("[role=alert]")).not.toBeNull();
  await expectAccessible();
  await choose(user, zipSync({ "xl/worksheets/sheet1.xml": strToU8(sheet) }), "fordon.xlsx");
  // The dialog draws the file's rows where there is a layout.
  expect(await dialog.findByRole("button", { name: "Godkänn och importera 1 fordon" })).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Tillbaka" }));
  expect(await dialog.findByRole("button", { name: "Välj fil" })).toBeTruthy();
});

// Covers: 2.41, 5.12, 5.14
test("a file's format is shown before the choice, and the preview separates new, known and left-out rows", async () => {
  // Only visible rows are rendered.
  const height = vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  afterTest(() => height.mockRestore());
  const { user, dialog } = await openImport();
  await sees("import", "Format: Organisation, Nummerplåt, Användare, Fordonstyp, Skapad");
  const broken = Array.from({ length: 6 }, () => "B;;Anna Berg;Bil;");
  const known = Array.from({ length: 12 }, (_, at) => `B;TST${100 + at};Alva Exempelsson;Bil;`);
  answerWith({
    "POST /functions/v1/vehicle-import": {
      success: true,
      existing: known.map((_, at) => ({ plate_key: `TST${100 + at}`, last_names: ["Exempelsson"] })),
    },
  });
  await choose(user, ["B;MLB84A;Bo Ek;Bil;", "B;MLB85A;;Bil;", ...broken, ...known].join("\r\n"));
  await dialog.findByRole("button", { name: "Godkänn och importera 13 fordon" });
  await sees("import", "Ny", "Dublett", "Rad {n}: Saknar nummerplåt", "Rad {n}: Saknar användare");
  await sees("import", '"{plate}" finns redan - kommer skapa {name}', "...och {n} till");
  expect(dialog.getByText('"TST100" finns redan - kommer skapa Alva Exempelsson 2')).toBeTruthy();
});

test("columns that are not known are chosen, but none without plates for theirs", async () => {
  const { user, dialog } = await openImport();
  await choose(user, "Namn;Lägenhet;Telefon;E-post;Port\nÅsa Öberg;1101;0701234567;asa@exempel.example;A");
  expect(await dialog.findByText("Kolumnerna i filen känns inte igen")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Fortsätt" }));
  expect((await dialog.findAllByText("Välj en kolumn.")).length).toBeGreaterThan(0);
  await user.click(dialog.getByRole("button", { name: /^Välj kolumn Nummerplåt/ }));
  await user.click(await screen.findByRole("option", { name: /^C/ }));
  const refused = "Inget i kolumnen ser ut som ett registreringsnummer. Välj en annan kolumn.";
  expect((await dialog.findAllByText(refused)).length).toBeGreaterThan(0);
  await expectAccessible();
});
