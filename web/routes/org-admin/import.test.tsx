// The import of vehicles: what is said of a file that cannot be read or whose columns are not known, and of what the server answers.
import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { keepDownloads } from "#tests/components/downloads.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";
import type { AssignedController } from "#web/lib/controllers/assigned-controllers.ts";

const HEADER = "Organisation;Nummerplåt;Användare;Fordonstyp;Skapad";
const ID = "00000000-0000-4000-8000-0000000000c1";
const GATE: AssignedController = {
  id: ID,
  name: "Importgrinden",
  device_type: "axxon_lpr",
  device_ip: "192.0.2.9",
  device_port: 80,
  enabled: true,
  access_points: [],
  organization_controllers: [{ organization_access_points: [] }],
};

type Import = { rows: { row: number }[] };
const made = ({ row }: { row: number }) => ({ row, end_user_id: ID });

/** The page with its dialog open; `answer` is what an import gets. */
async function openImport(answer: (rows: Import["rows"]) => Response | Record<string, unknown>) {
  answerWith({
    "GET /rest/v1/controllers\\?": page([GATE]),
    "POST /functions/v1/vehicle-import": ({ body }: { body: unknown }) => {
      const { action, rows = [] } = Object(body);
      if (action === "IMPORTS") return { success: true, imports: [] };
      if (action === "CHECK_PLATES") return { success: true, existing: [] };
      return answer(rows);
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

const done = (rows: Import["rows"]) => ({ success: true, results: rows.map(made) });
const vehicles = (count: number) =>
  [HEADER, ...Array.from({ length: count }, (_, at) => `B;TST000${at};Anna Berg${at};Bil;`)].join("\r\n");

// Covers: files.13
test("an unreadable file is reported with what to do, and an Excel file reads as a CSV file does", async () => {
  const cells = (row: number, values: string[]) =>
    `<row r="${row}">${values.map((value, at) => `<c r="${"ABCDE"[at]}${row}" t="inlineStr"><is><t>${value}</t></is></c>`).join("")}</row>`;
  const sheet = `<worksheet><sheetData>${cells(1, HEADER.split(";"))}${cells(2, ["Brf", "MLB84A", "Alva Exempelsson", "Bil"])}</sheetData></worksheet>`;
  const { user, dialog } = await openImport(done);
  await choose(user, new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), "gammal.xls");
  expect((await dialog.findByRole("alert")).textContent).toContain("äldre Excel-format");
  await choose(user, "");
  expect((await dialog.findByText(/Filen är tom/)).closest("[role=alert]")).not.toBeNull();
  await expectAccessible();
  await choose(user, zipSync({ "xl/worksheets/sheet1.xml": strToU8(sheet) }), "fordon.xlsx");
  // Its rows are drawn where there is a layout.
  expect(await dialog.findByRole("button", { name: "Godkänn och importera 1 fordon" })).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Tillbaka" }));
  expect(await dialog.findByRole("button", { name: "Välj fil" })).toBeTruthy();
});

test("columns that are not known are chosen, but none without plates for theirs", async () => {
  const { user, dialog } = await openImport(done);
  await choose(user, "Namn;Lägenhet;Telefon;E-post;Port\nÅsa Öberg;1101;0701234567;asa@exempel.example;A");
  expect(await dialog.findByText("Kolumnerna i filen känns inte igen")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Fortsätt" }));
  expect((await dialog.findAllByText("Välj en kolumn.")).length).toBeGreaterThan(0);
  await user.click(dialog.getByRole("button", { name: /^Välj kolumn Nummerplåt/ }));
  await user.click(await screen.findByRole("option", { name: /^C/ }));
  const refused = "Inget i kolumnen ser ut som en nummerplåt. Välj en annan kolumn.";
  expect((await dialog.findAllByText(refused)).length).toBeGreaterThan(0);
  await expectAccessible();
});

// Covers: 8.11
test("rows that the server refuses are listed by number, and the report holds them", async () => {
  const { user, dialog } = await openImport((rows) => ({
    success: true,
    results: rows.map((one) => (one.row === 3 ? { row: 3, error: "Rad 3: Okänt fel" } : made(one))),
  }));
  const downloads = keepDownloads();
  await choose(user, vehicles(3));
  await user.click(await dialog.findByRole("button", { name: "Godkänn och importera 3 fordon" }));
  const alert = await dialog.findByRole("alert");
  expect(alert.textContent).toContain("Import delvis klar");
  expect(alert.textContent).toContain("2 lyckades, 1 misslyckades");
  expect(dialog.getByText("Rad 3: Okänt fel")).toBeTruthy();
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Ladda ner felrapport" }));
  const [report] = await downloads.all();
  expect(report?.name).toBe("felrapport-fordon.csv");
  expect(report?.text.split("\r\n")[1]).toBe("3;Okänt fel;B;TST0001;Anna Berg1;Bil;");
});

// Covers: 8.12
test("an organisation whose gates are gone is notified and keeps its preview", async () => {
  const { user, dialog } = await openImport(() =>
    json({ error: "Inga styrenheter hittades för denna organisation", code: "conflict" }, 409),
  );
  await choose(user, vehicles(2));
  await user.click(await dialog.findByRole("button", { name: "Godkänn och importera 2 fordon" }));
  expect(await screen.findByText("Inga styrenheter hittades för denna organisation")).toBeTruthy();
  const again = dialog.getByRole("button", { name: "Godkänn och importera 2 fordon" });
  expect(again.hasAttribute("disabled")).toBe(false);
  expect(askedOf(/vehicle-import/).filter(({ body }) => Object(body).action === "IMPORT")).toHaveLength(1);
});
