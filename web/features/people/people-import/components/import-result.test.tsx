// Tests the result of a people import: whom it can be mailed to, and how it went for each. tests/integration/people/mail-imported-pins.test.ts
// tests the emails; tests/e2e/people/import-people.test.ts tests the slips.
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { endUserManager, type ImportedPinMail } from "#contract/functions/end-user-manager.ts";
import { IMPORT_PIN_MAILS_CHUNK } from "#contract/limits.ts";
import type { ImportDoor, PersonRow } from "#contract/people-file.ts";
import { ofPersonFields } from "#contract/person-fields.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { ImportResult } from "./import-result.tsx";

const IMPORT_ID = "00000000-0000-4000-8000-00000000f000";
const idOf = (row: number) => `00000000-0000-4000-8000-${String(row).padStart(12, "0")}`;
const CALL = "POST /functions/v1/end-user-manager";
const input = endUserManager.MAIL_IMPORTED_PINS.input;
const person = (row: number, more: Partial<PersonRow> = {}): PersonRow => ({
  row,
  first_name: "Ida",
  last_name: `Berg ${row}`,
  ...ofPersonFields((field) => (field === "email" ? `person${row}@exempel.example` : "")),
  pin: "482913",
  doors: [],
  plate: "",
  validity: "12_months",
  ...more,
});
const requests = () => askedOf(/end-user-manager/).map(({ body }) => input.parse(body));

/** Shows the result of an import of these rows, all of them added. */
function showResult(rows: readonly PersonRow[], doors: ImportDoor[] = []) {
  const result = {
    step: "result" as const,
    file: { fileName: "boende.csv", lines: [], fileLines: 0 },
    at: new Date("2026-11-30T09:15:00Z"),
    progress: { done: rows.length, failed: [], waiting: null },
    end: { outcome: "done" as const },
    rows,
    importId: IMPORT_ID,
    people: new Map(rows.map(({ row }) => [row, idOf(row)])),
  };
  const groups = [{ id: "g", name: "Boende", doorIds: doors.map(({ id }) => id) }];
  const places = { doors, chosen: [], hasGates: false, groups, joining: groups };
  return show(
    <ImportResult
      result={result}
      places={places}
      organization="Brf Norrgården"
      usersPath="/"
      onAgain={() => undefined}
    />,
  );
}

/** Answers each call with the outcome of each person. */
function answer(outcomeOf: (row: number) => Omit<ImportedPinMail, "end_user_id">) {
  answerWith({
    [CALL]: ({ body }) => {
      const { ids } = input.parse(body);
      const results = ids.map((id) => ({ end_user_id: id, ...outcomeOf(Number(id.slice(-12))) }));
      return { success: true, results };
    },
  });
}
const send = () => screen.findByRole("button", { name: "Skicka koder med e-post" });

test("those with an address and a PIN are counted first, and mailed in chunks", async () => {
  const rows = Array.from({ length: IMPORT_PIN_MAILS_CHUNK + 3 }, (_, at) => person(at + 1));
  const user = await showResult([...rows, person(900, { email: "" }), person(901, { pin: "", plate: "ABC 123" })]);
  expect(screen.getByText("53 av 54 har e-post.")).toBeTruthy();
  answer(() => ({ outcome: "sent" }));
  await user.click(await send());
  expect(await screen.findByText("53 koder är skickade.")).toBeTruthy();
  expect(requests().map(({ import_id, ids }) => [import_id, ids.length])).toEqual([
    [IMPORT_ID, IMPORT_PIN_MAILS_CHUNK],
    [IMPORT_ID, 3],
  ]);
  expect(requests().flatMap(({ ids }) => ids)).toEqual(rows.map(({ row }) => idOf(row)));
  // The button keeps the focus: a repeat is answered, and mails nobody twice.
  const again = await send();
  expect(document.activeElement).toBe(again);
  await expectAccessible();
});

test("each person is named with the outcome, those who got nothing first, and the act can be repeated", async () => {
  const user = await showResult([1, 2, 3, 4].map((row) => person(row)));
  const error = "Användaren har ändrats sedan importen.";
  answer((row) =>
    row === 3
      ? { outcome: "refused", code: "conflict", error }
      : { outcome: row === 1 ? "sent" : row === 2 ? "queued" : "repeated" },
  );
  await user.click(await send());
  const list = within(await screen.findByRole("region", { name: "Så gick det för var och en" }));
  expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    `Ida Berg 3: ${error}`,
    "Ida Berg 1: skickad",
    "Ida Berg 2: skickas snart",
    "Ida Berg 4: redan skickad",
  ]);
  expect((await screen.findAllByRole("status")).at(-1)?.textContent).toBe(
    "1 kod är skickad.1 kod skickas så snart e-postservern svarar, inom en timme.1 kod var redan skickad, och skickas inte igen.1 kod kunde inte skickas.",
  );
  await expectAccessible();
  answer((row) => ({ outcome: row === 3 ? "sent" : "repeated" }));
  await user.click(await send());
  expect(await screen.findByText("3 koder var redan skickade, och skickas inte igen.")).toBeTruthy();
});

test("a refusal of the whole call is said, and what was sent before it stays", async () => {
  const user = await showResult(Array.from({ length: IMPORT_PIN_MAILS_CHUNK + 1 }, (_, at) => person(at + 1)));
  let calls = 0;
  answerWith({
    [CALL]: ({ body }) => {
      calls += 1;
      if (calls > 1) return json({ error: "Du kan skicka 1000 koder i timmen.", code: "rate_limited" }, 429);
      const results = input.parse(body).ids.map((id) => ({ end_user_id: id, outcome: "sent" }));
      return { success: true, results };
    },
  });
  await user.click(await send());
  expect((await screen.findByRole("alert")).textContent).toContain("Du kan skicka 1000 koder i timmen.");
  expect(screen.getByText("50 koder är skickade.")).toBeTruthy();
  expect(await send()).toBeTruthy();
});

test("nobody with an address: it is said, and nothing is offered", async () => {
  await showResult([person(1, { email: "" })]);
  expect(screen.getByText("0 av 1 har e-post.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Skicka koder med e-post" })).toBeNull();
});

test("a slip names the doors that take the code, and when the code ends", async () => {
  const door = (id: string, name: string, digits: number) => ({ id, name, controller: "A", pinMin: 4, pinMax: digits });
  await showResult(
    [person(1, { validity: "1_day" }), person(2, { validity: "2026-12-01" })],
    [door("a", "Entré", 6), door("b", "Soprum", 4)],
  );
  const slips = [...document.querySelectorAll("[data-print-note] section dl")].map(({ textContent }) => textContent);
  expect(slips).toEqual([
    "DörrarEntréGällerTill och med 1 december 2026 10:15",
    "DörrarEntréGällerTill och med 1 december 2026",
  ]);
});
