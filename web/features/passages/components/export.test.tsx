// Tests the log as a file: audited first, then what the list's filters match. ../events-csv.test.ts tests a line,
// tests/integration/audit/audit.test.ts the audit, tests/e2e/passages/access-logs.test.ts a file on the disk.
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { doorEvent, gateEvent } from "#tests/components/fixtures/passages/sample-log.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";

const NOTE = "POST /rest/v1/rpc/record_export";

async function openLog(search: string) {
  const rows = [doorEvent(1, { reason: "unknown_code", credentials: null }), gateEvent(2)];
  answerWith({
    "GET /rest/v1/organizations\\?select=kind": { kind: "other" },
    "GET /rest/v1/merged_log\\?select=kind&": page([]),
    "GET /rest/v1/merged_log\\?": page(rows),
    "GET /rest/v1/door_log\\?select=kind&": page([]),
    "GET /rest/v1/door_log\\?": page(rows.slice(0, 1)),
  });
  const made = vi.spyOn(URL, "createObjectURL");
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue(); // A file is no page to go to.
  const user = await openPage(`/org-admin/access-logs${search}`, "org_admin");
  await screen.findByText("Okänd kod");
  const press = () => user.click(screen.getByRole("button", { name: "Exportera CSV" }));
  const file = () => {
    const [blob] = made.mock.calls.at(-1) ?? [];
    return blob instanceof Blob ? blob.text() : null;
  };
  return { press, file };
}

test.each([
  ["?show=all", "merged_log", 3, /;;Dörr 1 · Garage Kajen;Nekad;Ingen matchning;;Okänd kod;/],
  ["?log=doors&show=all", "door_log", 2, /;Okänd kod;Dörr 1;Garage Kajen;Nekad;Ingen matchning;/],
] as const)("a file of the log %s is noted as one of %s, and has its rows", async (search, list, lines, line) => {
  const { press, file } = await openLog(search);
  let isNoted = false;
  answerWith({
    [NOTE]: () => {
      isNoted = file() === null; // The audit comes before the file.
      return new Response(null, { status: 204 });
    },
  });
  await press();
  await screen.findByText("CSV exporterad");
  expect(isNoted).toBe(true);
  const text = (await file()) ?? "";
  expect(text.trimEnd().split("\r\n")).toHaveLength(lines);
  expect(text).toMatch(line);
  expect(askedOf(/record_export/).map(({ body }) => Object(body).list)).toEqual([list]);
});

test("an export that cannot be noted does not happen", async () => {
  const { press, file } = await openLog("?show=all");
  answerWith({ [NOTE]: json({ code: "22023", message: "no", details: null, hint: null }, 400) });
  await press();
  await screen.findByRole("alert");
  expect(file()).toBeNull();
  expect(screen.queryByText("CSV exporterad")).toBeNull();
});
