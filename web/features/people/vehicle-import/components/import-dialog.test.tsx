// Tests the dialog of an import during and after it, from the server's answers to each hundred rows.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { type ImportRowsRequest, type VehicleRowResult, vehicleImport } from "#contract/functions/vehicle-import.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { gate } from "#tests/components/fixtures/people/sample-gate.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { endSession, openPage } from "#tests/components/open-page.tsx";
import { sees } from "#tests/components/sees.ts";

const ID = "00000000-0000-4000-8000-0000000000c1";
const CALL = "POST /functions/v1/vehicle-import";
const { IMPORT, CHECK_PLATES, IMPORTS, UNDO } = vehicleImport;
const requests = z.discriminatedUnion("action", [IMPORT.input, CHECK_PLATES.input, IMPORTS.input, UNDO.input]);
type Rows = ImportRowsRequest;

const file = (count: number) =>
  new File(
    [Array.from({ length: count }, (_, at) => `B;TST${String(at).padStart(4, "0")};Anna Berg${at};Bil;`).join("\r\n")],
    "fordon.csv",
  );

const imported = ({ rows }: Rows, error?: string) => {
  const results = rows.map(
    ({ row }): VehicleRowResult => (error !== undefined && row === 2 ? { row, error } : { row, end_user_id: ID }),
  );
  return json({ success: true, results });
};

const GROUP = {
  id: "00000000-0000-4000-8000-0000000000d1",
  organization_id: "00000000-0000-4000-8000-0000000000b1",
  name: "Boende",
  installation_group_id: null,
  validity_period: "12_months",
  is_default: true,
  doors: [],
  gates: [],
  members: 0,
  waiting: 0,
  without_effect: [],
  without_effect_total: 0,
  updated_at: "2026-11-29T00:00:00Z",
};

/** Previews a file of so many vehicles; `answer` is the server's answer to each hundred of them, by number. */
async function preview(count: number, answer: (chunk: Rows, call: number) => Response | Promise<Response>) {
  let calls = 0;
  answerWith({
    "GET /rest/v1/controllers\\?": [gate],
    [CALL]: ({ body }) => {
      const request = requests.parse(body);
      if (request.action === "IMPORTS") return { success: true, imports: [] };
      if (request.action === "CHECK_PLATES") return { success: true, existing: [] };
      if (request.action !== "IMPORT") throw new Error("nobody has asked for an undo");
      calls += 1;
      return answer(request, calls);
    },
  });
  const user = await openPage("/org-admin/import", "org_admin");
  await user.click(await screen.findByRole("button", { name: "Importera fordon" }));
  const dialog = await screen.findByRole("dialog", { name: "Importera fordon" });
  const input = dialog.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("no place for a file");
  await user.upload(input, file(count));
  const inside = within(dialog);
  const approve = await inside.findByRole("button", { name: /^Godkänn och importera/ });
  await waitFor(() => expect(approve.hasAttribute("disabled")).toBe(false));
  return { user, dialog, inside, approve };
}

const chunks = () =>
  askedOf(/vehicle-import/).flatMap(({ body }) => {
    const request = requests.parse(body);
    return request.action === "IMPORT" ? [request] : [];
  });

// Covers: 2.41
test("an import shows how far it has come, and is not begun twice", async () => {
  const { promise: first, resolve } = Promise.withResolvers<null>();
  const { promise: never } = Promise.withResolvers<Response>();
  const { user, inside, approve } = await preview(500, (chunk, call) =>
    call === 1 ? first.then(() => imported(chunk)) : never,
  );
  await sees("import", "Importera", "Nummerplåt", "Förnamn", "Efternamn", "Fordonstyp", "Status", "Tillbaka");
  await sees("import", "Godkänn och importera {n} fordon");
  await user.click(approve);
  expect(await inside.findByRole("progressbar", { name: "Importerar" })).toBeTruthy();
  expect(inside.getByText(/^0\s?% · 0 av 500 fordon$/)).toBeTruthy();
  await sees("import", "{done} av {all} fordon");
  expect(inside.getByRole("button", { name: /^Godkänn/ }).hasAttribute("disabled")).toBe(true);
  await expectAccessible();
  resolve(null);
  expect(await inside.findByText(/^20\s?% · 100 av 500 fordon$/)).toBeTruthy();
});

// Covers: 4.14
test("a cancelled import keeps the rows sent, and asks for the same file for the rest", async () => {
  const { promise: second, resolve } = Promise.withResolvers<null>();
  const { user, dialog, inside, approve } = await preview(250, (chunk, call) =>
    call === 2 ? second.then(() => imported(chunk)) : imported(chunk),
  );
  await user.click(approve);
  await inside.findByText(/· 100 av 250 fordon$/);
  await user.click(inside.getByRole("button", { name: "Avbryt import" }));
  expect(inside.getByRole("button", { name: "Avbryter..." })).toBeTruthy();
  resolve(null);
  const alert = await inside.findByRole("alert");
  expect(alert.textContent).toContain("Importen avbröts");
  expect(alert.textContent).toContain(
    "200 av 250 fordon är importerade och finns kvar. Importera samma fil igen för resten: de som redan finns visas som dubletter.",
  );
  expect(chunks()).toHaveLength(2);
  await expectAccessible();
  await user.click(inside.getAllByRole("button", { name: "Stäng" }).at(-1) ?? dialog);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

// Covers: 8.12
test("rows that the server refuses are named by number, and a file of them is offered", async () => {
  const { user, inside, approve } = await preview(3, (chunk) => imported(chunk, "Rad 2: Okänt fel"));
  await user.click(approve);
  const alert = await inside.findByRole("alert");
  await sees("import", "Import delvis klar", "{n} lyckades, {m} misslyckades", "Rad {n}: {message}");
  await sees("import", "Rad {n}: Okänt fel");
  expect(alert.textContent).toContain("2 lyckades, 1 misslyckades");
  expect(inside.getByText("Rad 2: Okänt fel")).toBeTruthy();
  await expectAccessible();
  const made = vi.spyOn(URL, "createObjectURL");
  const pressed = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  await user.click(inside.getByRole("button", { name: "Ladda ner felrapport" }));
  expect(pressed.mock.contexts.map((link) => (link instanceof HTMLAnchorElement ? link.download : ""))).toEqual([
    "felrapport-fordon.csv",
  ]);
  const [report] = made.mock.calls[0] ?? [];
  expect(report instanceof Blob && (await report.text()).split("\r\n")[1]).toBe(
    "2;Okänt fel;B;TST0001;Anna Berg1;Bil;",
  );
  vi.restoreAllMocks();
});

// Covers: 8.11
test("an organisation whose gates were taken away meanwhile is notified and keeps its preview", async () => {
  const words = "Inga styrenheter hittades för denna organisation";
  const { user, inside, approve } = await preview(2, () => json({ error: words, code: "no_gates" }, 409));
  await user.click(approve);
  await screen.findByText(words);
  await sees("import", "Fel", "Inga styrenheter hittades för denna organisation");
  const again = inside.getByRole("button", { name: "Godkänn och importera 2 fordon" });
  expect(again.hasAttribute("disabled")).toBe(false);
});

// Covers: 8.11
test("an import of nobody's organisation is notified and keeps its preview", async () => {
  const { user, inside, approve } = await preview(2, () =>
    json({ error: "Organisation saknas", code: "no_organization", field: "organization_id" }, 400),
  );
  await user.click(approve);
  await sees("import", "Fel", "Organisation saknas");
  expect(await inside.findByRole("button", { name: "Godkänn och importera 2 fordon" })).toBeTruthy();
});

// Covers: files.4
test.each([
  [
    "contact is lost",
    150,
    () => Promise.reject(new TypeError("Failed to fetch")),
    "Ingen kontakt med servern. Importen fortsätter när den är tillbaka.",
  ],
  [
    "the server is busy",
    160,
    () => json({ error: "Upptagen", code: "busy" }, 503),
    "Servern kan inte ta emot just nu. Importen försöker igen om en stund.",
  ],
] as const)(
  "an import waits while %s, says so, and sends the same hundred again",
  async (_, count, obstacle, words) => {
    const { user, inside, approve } = await preview(count, (chunk, call) =>
      call === 2 ? obstacle() : imported(chunk),
    );
    await user.click(approve);
    await inside.findByText(words);
    await expectAccessible();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await screen.findByText(`${count} fordon importerade framgångsrikt`);
    await sees("import", "Import klar!", "{n} fordon importerade framgångsrikt");
    expect(chunks().map(({ rows }) => rows[0]?.row)).toEqual([1, 101, 101]);
    expect(new Set(chunks().map(({ import_id }) => import_id)).size).toBe(1);
  },
);

// Covers: files.4
test("a sign-out in the middle of an import is signed in over, and the import goes on", async () => {
  const { user, inside, approve } = await preview(170, async (chunk, call) => {
    if (call !== 2) return imported(chunk);
    await endSession("org_admin");
    return json({ error: "Inloggningen har gått ut", code: "session_ended" }, 401);
  });
  await user.click(approve);
  const again = within(await screen.findByRole("dialog", { name: "Logga in igen" }));
  await inside.findByText("Inloggningen har gått ut. Importen fortsätter när du har loggat in igen.");
  await user.type(again.getByLabelText("Lösenord"), "hemligt-nord-2026");
  expect(chunks()).toHaveLength(2);
  await user.click(again.getByRole("button", { name: "Logga in" }));
  await screen.findByText("170 fordon importerade framgångsrikt");
  expect(chunks().map(({ rows }) => rows[0]?.row)).toEqual([1, 101, 101]);
});

// Covers: task.2
test.each([
  ["join the default group", /Boende/, [GROUP.id]],
  ["join no group where somebody chose that", "Ingen grupp", []],
])("the file's people %s", async (_what, choice, groupIds) => {
  answerWith({ "POST /functions/v1/access-groups": { success: true, groups: [GROUP] } });
  const { user, inside, approve } = await preview(2, (chunk) => imported(chunk, "Rad 2: Okänt fel"));
  const field = await inside.findByRole("button", { name: /Boende.*Grupp för alla i filen/ });
  expect(inside.getByText("Ges till nya användare")).toBeTruthy();
  await user.click(field);
  await user.click(await screen.findByRole("option", { name: choice }));
  await user.click(approve);
  await inside.findByRole("alert");
  expect(chunks().map(({ group_ids }) => group_ids)).toEqual([groupIds]);
});
