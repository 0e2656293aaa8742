import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Role } from "#contract/roles.ts";
import type { ControllerState, SyncQueueRow, SyncSummaryRow } from "#contract/tables/sync-status.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import {
  CONTROLLER_ID,
  garage,
  NOW,
  oneWaits,
  waitingChange,
} from "#tests/components/fixtures/reconcile/sample-sync.ts";
import { answerWith, askedOf } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";

interface Standing {
  unit?: Partial<ControllerState>;
  figures?: Partial<SyncSummaryRow>;
  queue?: readonly SyncQueueRow[];
}

function answerStanding({ unit, figures, queue = [waitingChange] }: Standing) {
  answerWith({
    "POST /rest/v1/rpc/sync_summary": { ...oneWaits, ...figures },
    "POST /rest/v1/rpc/controller_states": [{ ...garage, ...unit }],
    "POST /rest/v1/rpc/sync_queue": queue,
    "GET /rest/v1/drift_reports\\?": { total: null, newest: null },
  });
}

const open = (role: Role) => openPage(role === "system_admin" ? "/system-admin/sync" : "/org-admin/sync", role);
const paused: Standing = { unit: { workers_paused_at: NOW, waiting: 1 }, figures: { paused: true } };
const away: Standing = {
  unit: { state: "offline", last_error: "unreachable", waiting: 1 },
  figures: { away: 1 },
  queue: [{ ...waitingChange, controller_state: "offline", controller_error: "unreachable" }],
};
const queueRow = async () =>
  (await within(await screen.findByRole("grid", { name: "Kö" })).findAllByRole("row"))[1]?.textContent;

test("failures count in the navigation as changes, and not as waiting ones beside the top bar's figure", async () => {
  answerStanding({ figures: { failed: 1 } });
  await open("org_admin");
  const menu = within(screen.getByRole("navigation"));
  expect(await menu.findByRole("link", { name: "Synkstatus 2 ändringar" })).toBeTruthy();
  expect(await screen.findByRole("link", { name: "1 väntar · 1 fel" })).toBeTruthy();
});

test("a pause of everything says its reason to a system admin, who can still compare a device, and ends it", async () => {
  answerStanding(paused);
  answerWith({ "GET /rest/v1/worker_pause\\?": [{ paused_at: NOW, reason: "Återställd säkerhetskopia" }] });
  const user = await open("system_admin");
  await screen.findByText(/^Synkningen är pausad sedan \d\d:\d\d\.$/);
  await screen.findByText(/Orsak: Återställd säkerhetskopia\./);
  const syncNow = screen.getByRole("button", { name: "Synka nu" });
  expect(syncNow.hasAttribute("disabled")).toBe(true);
  expect(await queueRow()).toMatch(/Ebbe Påhittsson.*när synkningen återupptas/);
  const units = within(screen.getByRole("grid", { name: "Styrenheter" }));
  expect((await units.findByRole("row", { name: /Garage Kajen/ })).textContent).toContain("Pausad");
  await expectAccessible();

  answerWith({
    "POST /functions/v1/sync-control": {
      success: true,
      controller_id: CONTROLLER_ID,
      compared_at: NOW,
      users: 1,
      credentials: 1,
      items: [{ kind: "orphan_found", object: "user", token: "wp-u-1" }],
    },
  });
  await user.click(units.getByRole("button", { name: "Jämför nu Garage Kajen" }));
  await screen.findByText("Garage Kajen är jämförd: 1 avvikelse");

  answerStanding({ figures: { pending: 0, paused: false }, queue: [] });
  answerWith({ "POST /functions/v1/sync-control": { success: true, paused: false, changed: true } });
  await user.click(screen.getByRole("button", { name: "Återuppta synkningen" }));
  await screen.findByText("Synkningen är återupptagen");
  await screen.findByText("Allt är synkat.");
  await waitFor(() => expect(screen.queryByText(/Synkningen är pausad/)).toBeNull());
  expect(askedOf(/sync-control/).map(({ body }) => body)).toEqual([
    { action: "COMPARE", controller_id: CONTROLLER_ID },
    { action: "RESUME_ALL" },
  ]);
});

test("an org admin sees that everything is paused, without its reason and without ending it", async () => {
  answerStanding(paused);
  await open("org_admin");
  await screen.findByText(/^Synkningen är pausad sedan \d\d:\d\d\.$/);
  expect(await queueRow()).toContain("när synkningen återupptas");
  expect(screen.queryByText(/Orsak/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Återuppta synkningen" })).toBeNull();
  expect(askedOf(/worker_pause/)).toEqual([]);
  await expectAccessible();
});

// Covers: device.29
test("an org admin reads what a controller that is away keeps, and operates no device", async () => {
  answerStanding(away);
  await open("org_admin");
  expect(await queueRow()).toMatch(/Garage Kajen.*Väntar på styrenhet.*Lägg till PIN.*Styrenheten svarar inte.*Ebbe/);
  await screen.findByText(/^Garage Kajen svarar inte sedan \d\d:\d\d\.$/);
  const kept = "1 ändring är sparad och skrivs när den är tillbaka. PIN-koder som redan finns på enheten fungerar.";
  expect(screen.getByText(kept, { exact: false })).toBeTruthy();
  expect(screen.queryAllByRole("button", { name: /Synka nu|Återställ|Jämför|Testa|Fler åtgärder/ })).toEqual([]);
  await expectAccessible();
});

test("a figure with nothing behind it leads back to all that waits", async () => {
  answerStanding(away);
  answerWith({
    "POST /rest/v1/rpc/sync_queue": ({ body }) => (Object(body).p_state === "failed" ? [] : (away.queue ?? [])),
  });
  const user = await open("system_admin");
  expect(await queueRow()).toContain("Ebbe Påhittsson");
  await user.click(screen.getByRole("button", { name: /^Fel/ }));
  await screen.findByText("Inget i det här läget");
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Visa alla som väntar" }));
  await screen.findByText("Ebbe Påhittsson");
});
