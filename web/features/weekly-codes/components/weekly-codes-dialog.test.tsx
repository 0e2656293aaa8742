// tests/e2e/weekly-codes/weekly-codes.test.ts and tests/integration/weekly-codes/weekly-codes.test.ts test what the doors do with the
// codes.
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { PendingDevice } from "#contract/functions/end-user-manager.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { afterTest } from "#tests/components/after-test.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { sees } from "#tests/components/sees.ts";
import { show } from "#tests/components/show.tsx";
import type { CodeController, TimedCodes } from "../api/code-controllers.ts";
import type { ListedCode } from "../api/get-weekly-codes.ts";
import { weeklyCodesTexts as t } from "../texts/weekly-codes.sv.ts";
import { WeeklyCodesDialog } from "./weekly-codes-dialog.tsx";

const GARAGE_ID = "00000000-0000-4000-8000-0000000000c1";
const CODE_ID = "00000000-0000-4000-8000-0000000000e1";
const NEXT_ID = "00000000-0000-4000-8000-0000000000e2";
const WEEK_MS = 7 * 24 * 3_600_000;

function codeOf(id: string, week_number: number, ahead: number): ListedCode {
  const begin = Date.now() - WEEK_MS / 2 + ahead * WEEK_MS;
  return {
    id,
    code: "••••••",
    week_number,
    year: 2026,
    valid_from: new Date(begin).toISOString(),
    valid_to: new Date(begin + WEEK_MS).toISOString(),
    named: [{ controllers: { name: "Garage Kajen" } }],
    weekly_code_assignments: [{ count: 1 }],
  };
}

function answerCodes(codes: readonly ListedCode[], states: readonly { source_id: string; state: string }[]): void {
  answerWith({
    "GET /rest/v1/weekly_codes\\?": page(codes),
    "HEAD /rest/v1/weekly_codes\\?": new Response(null, { headers: { "content-range": `*/${codes.length}` } }),
    "GET /rest/v1/sync_states\\?select=source_id%2Cstate%2Ccount": states.map((one) => ({ ...one, count: 1 })),
    "GET /rest/v1/device_sync\\?": [],
  });
}

const REMOVAL: PendingDevice = {
  controller_id: GARAGE_ID,
  controller_name: "Garage Kajen",
  source_id: NEXT_ID,
  generation: 2,
  operation: "removal",
  error: "unreachable",
  outdated: ["access"],
  plate: false,
};

async function open(): Promise<UserEvent> {
  const user = await show(<WeeklyCodesDialog onClose={vi.fn()} />);
  await screen.findByRole("dialog", { name: "Veckokoder" });
  return user;
}
const rows = () =>
  within(screen.getByRole("grid", { name: "Befintliga koder" }))
    .getAllByRole("row")
    .slice(1);

// Covers: 4.9, device.32
test("a code deleted while its controller is away stays named until the device has confirmed it gone", async () => {
  answerCodes(
    [codeOf(CODE_ID, 48, 0), codeOf(NEXT_ID, 49, 1)],
    [
      { source_id: CODE_ID, state: "pending" },
      { source_id: NEXT_ID, state: "synced" },
    ],
  );
  const user = await open();
  await waitFor(() => expect(rows()[0]?.textContent).toMatch(/v\.48 2026.*Denna vecka.*Väntar på styrenhet · 1/));
  expect(rows()[1]?.textContent).toMatch(/v\.49 2026.*Synkad.*1 styrenhet.*Garage Kajen/);
  expect(rows()[1]?.textContent).not.toContain("Denna vecka");
  await user.click(screen.getByRole("button", { name: "Ta bort v.49 2026" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Ta bort veckokod" }));
  const consequence = "v.49 2026 tas bort på 1 styrenhet. Koden fungerar tills styrenheten har bekräftat.";
  expect(question.getByText(consequence)).toBeTruthy();
  await expectAccessible();

  answerCodes([codeOf(CODE_ID, 48, 0)], [{ source_id: CODE_ID, state: "failed" }]);
  answerWith({
    "POST /functions/v1/generate-weekly-codes": { success: true, state: "pending", pending: [REMOVAL] },
    "GET /rest/v1/device_sync\\?": [{ source_id: NEXT_ID }],
    "GET /rest/v1/sync_states\\?select=source_id%2Clabel": [
      { source_id: NEXT_ID, label: "v.49 2026", controller_name: "Garage Kajen" },
    ],
  });
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  afterTest(() => void vi.useRealTimers());
  await user.click(question.getByRole("button", { name: "Ta bort" }));
  await sees("weekly-codes", "Veckokod raderad");
  expect(screen.getByText("Väntar på borttagning på Garage Kajen.")).toBeTruthy();
  expect(askedOf(/generate-weekly-codes/).map(({ body }) => body)).toEqual([
    { action: "delete", weeklyCodeId: NEXT_ID },
  ]);
  const named =
    "v.49 2026 väntar på borttagning på Garage Kajen. Koden kan fungera där tills styrenheten har bekräftat.";
  await screen.findByText(named);
  await waitFor(() =>
    expect(rows().map(({ textContent }) => textContent)).toEqual([expect.stringContaining("Fel · 1")]),
  );
  await expectAccessible();
  answerCodes([codeOf(CODE_ID, 48, 0)], [{ source_id: CODE_ID, state: "synced" }]);
  await vi.advanceTimersByTimeAsync(3_000);
  await waitFor(() => expect(screen.queryByText(named)).toBeNull());
  await waitFor(() => expect(rows()[0]?.textContent).toContain("Synkad"));
});

// Covers: page.10
test("a week's code is handed over from its row, with the controllers whose doors it opens and its days", async () => {
  const listed = codeOf(CODE_ID, 48, 0);
  answerCodes([listed], [{ source_id: CODE_ID, state: "synced" }]);
  const named = { controller_id: GARAGE_ID, controllers: { name: "Garage Kajen" }, state: "synced", last_error: null };
  const code = { ...listed, code: "481623", weekly_code_assignments: [named] };
  answerWith({
    "POST /functions/v1/generate-weekly-codes": json({ error: "Koderna kunde inte läsas.", code: "x" }, 500),
  });
  const user = await open();
  await user.click(await screen.findByRole("button", { name: "Lämna över v.48 2026" }));
  expect(await screen.findByText("Koderna kunde inte läsas.")).toBeTruthy();

  answerWith({ "POST /functions/v1/generate-weekly-codes": { success: true, codes: [code], pending_removals: [] } });
  await user.click(screen.getByRole("button", { name: "Lämna över v.48 2026" }));
  const note = within(await screen.findByRole("dialog", { name: "Lämna över koden" }));
  const words = note.getByRole("region", { name: "Lapp att lämna över" }).textContent;
  expect(words).toContain("Veckokod v.48 2026");
  expect(words).toContain("481623");
  expect(words).toContain("alla dörrar på Garage Kajen");
  await waitFor(() => expect(screen.queryByText("Koderna kunde inte läsas.")).toBeNull());
  await expectAccessible();
});

// Covers: 4.9, 8.17
test("codes are generated for the chosen controllers, which is said with their weeks", async () => {
  answerCodes([], []);
  answerWith({
    "GET /rest/v1/controllers\\?": [{ id: GARAGE_ID, name: "Garage Kajen", enabled: true, weekly_code_settings: null }],
    "POST /functions/v1/generate-weekly-codes": { success: true, codes: [], state: "synced", pending: [] },
  });
  const user = await open();
  await user.click(screen.getByRole("tab", { name: "Generera nya" }));
  await user.click(await screen.findByRole("checkbox", { name: /Garage Kajen/ }));
  await user.click(screen.getByRole("button", { name: "Generera" }));
  await sees("weekly-codes", "Veckokoder genererade");
  expect(askedOf(/generate-weekly-codes/).map(({ body }) => body)).toEqual([
    expect.objectContaining({ action: "generate", controllerIds: [GARAGE_ID] }),
  ]);
});

test("what is chosen while codes are generated stays, and so does its tab", async () => {
  answerCodes([], []);
  const made = Promise.withResolvers<Record<string, unknown>>();
  answerWith({
    "GET /rest/v1/controllers\\?": [{ id: GARAGE_ID, name: "Garage Kajen", enabled: true, weekly_code_settings: null }],
    "POST /functions/v1/generate-weekly-codes": () => made.promise,
  });
  const user = await open();
  await user.click(screen.getByRole("tab", { name: "Generera nya" }));
  await user.click(await screen.findByRole("checkbox", { name: /Garage Kajen/ }));
  await user.click(screen.getByRole("button", { name: "Generera" }));
  await waitFor(() => expect(askedOf(/generate-weekly-codes/)).toHaveLength(1));
  const weeks = screen.getByLabelText(t.weeksLabel);
  await user.clear(weeks);
  await user.type(weeks, "4");
  made.resolve({ success: true, codes: [], state: "synced", pending: [] });
  await sees("weekly-codes", "Veckokoder genererade");
  expect(screen.getByLabelText(t.weeksLabel)).toHaveProperty("value", "4");
});

// Covers: device.33
test("timed codes are switched on per controller, and each change is saved at once", async () => {
  let stored: TimedCodes | null = null;
  const garage = (): CodeController => ({
    id: GARAGE_ID,
    name: "Garage Kajen",
    enabled: true,
    weekly_code_settings: stored,
  });
  answerCodes([], []);
  answerWith({
    "GET /rest/v1/controllers\\?": () => [garage()],
    "PATCH /rest/v1/weekly_code_settings\\?": ({ body }) => {
      if (stored === null) return [];
      stored = { ...stored, ...Object(body) };
      return [{ id: CODE_ID }];
    },
    "POST /rest/v1/weekly_code_settings": ({ body }) => {
      const { generate, weeks_ahead, cleanup } = Object(body);
      stored = { generate, weeks_ahead, cleanup };
      return new Response(null, { status: 201 });
    },
  });
  const user = await open();
  await user.click(screen.getByRole("tab", { name: "Generera nya" }));
  await user.click(await screen.findByRole("button", { name: /^Automatiskt.*0 av 1 styrenhet/ }));
  await user.click(screen.getByRole("switch", { name: "Generera i förväg, Garage Kajen" }));
  await user.click(screen.getByRole("switch", { name: "Rensa utgångna, Garage Kajen" }));
  await user.click(await screen.findByRole("button", { name: /Veckor i förväg, Garage Kajen/ }));
  await user.click(await screen.findByRole("option", { name: "4 veckor framåt" }));
  await waitFor(() => expect(stored).toEqual({ generate: true, weeks_ahead: 4, cleanup: true }));
  expect(screen.getByRole("button", { name: /^Automatiskt.*1 av 1 styrenhet/ })).toBeTruthy();
  await expectAccessible();
  expect(askedOf(/v1\/weekly_code_settings/).map(({ method, body }) => [method, body])).toEqual([
    ["PATCH", { generate: true }],
    ["POST", { controller_id: GARAGE_ID, generate: true, weeks_ahead: 1, cleanup: false }],
    ["PATCH", { cleanup: true }],
    ["PATCH", { weeks_ahead: 4 }],
  ]);

  const { promise: held, resolve: refuse } = Promise.withResolvers<Response>();
  const { promise: unread, resolve: read } = Promise.withResolvers<CodeController[]>();
  answerWith({
    "PATCH /rest/v1/weekly_code_settings\\?": () => held,
    "GET /rest/v1/controllers\\?": () => unread, // The earlier state is restored without this call.
  });
  await user.click(screen.getByRole("switch", { name: "Rensa utgångna, Garage Kajen" }));
  await screen.findByRole("switch", { name: "Rensa utgångna, Garage Kajen", checked: false });
  refuse(json({ code: "42501", message: "refused", details: null, hint: null }, 403));
  await screen.findByRole("switch", { name: "Rensa utgångna, Garage Kajen", checked: true });
  read([garage()]);
  expect((await screen.findByRole("alert")).textContent).toContain("Fel");
});
