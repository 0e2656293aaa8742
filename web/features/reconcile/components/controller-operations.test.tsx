// Tests a system admin's operations on a controller under Synkstatus. tests/e2e/reconcile/sync-status.test.ts,
// tests/integration/reconcile/sync-control.test.ts and tests/integration/controllers/controller-manager.test.ts test the device.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { DriftListRow } from "#contract/tables/drift-reports.ts";
import type { ControllerState } from "#contract/tables/sync-status.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { CONTROLLER_ID, garage, NOW, oneWaits } from "#tests/components/fixtures/reconcile/sample-sync.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";

const missing: DriftListRow = {
  controller_id: CONTROLLER_ID,
  controller_name: garage.name,
  compared_at: NOW,
  item: {
    kind: "replica_differs",
    source_id: CONTROLLER_ID,
    label: "Alva Exempelsson",
    differences: ["credential_missing"],
  },
  settled: true,
  total: 1,
};
const controller = {
  id: CONTROLLER_ID,
  name: garage.name,
  device_type: "axis",
  device_ip: "192.0.2.10",
  device_port: 443,
  username: "portal",
  password_encrypted: "********",
  enabled: true,
  macro_id: null,
  list_sync: false,
  frame_source: null,
  last_sync: NOW,
  organization_id: null,
  created_at: NOW,
};

async function open(
  unit: Partial<ControllerState> = {},
  { drift = [], people = 0 }: { drift?: DriftListRow[]; people?: number } = {},
) {
  let state = { ...garage, ...unit };
  let found = drift;
  answerWith({
    "POST /rest/v1/rpc/sync_summary": () => ({ ...oneWaits, pending: 0, away: state.state === "offline" ? 1 : 0 }),
    "POST /rest/v1/rpc/controller_states": () => [state],
    "GET /rest/v1/drift_reports\\?": () => ({ total: found.length, newest: NOW }),
    "POST /rest/v1/rpc/drift_list": () => found,
    "HEAD /rest/v1/device_sync\\?": new Response(null, { headers: { "content-range": `*/${people}` } }),
  });
  const user = await openPage("/system-admin/sync", "system_admin");
  const row = () =>
    within(screen.getByRole("grid", { name: "Styrenheter" })).getByRole("row", { name: /Garage Kajen/ });
  await within(await screen.findByRole("grid", { name: "Styrenheter" })).findByText("Garage Kajen");
  return {
    user,
    row,
    becomes: (next: Partial<ControllerState>, left: DriftListRow[] = []) => {
      state = { ...state, ...next };
      found = left;
    },
    menu: async (action: string) => {
      await user.click(screen.getByRole("button", { name: "Fler åtgärder för Garage Kajen" }));
      return screen.findByRole("menuitem", { name: new RegExp(`^${action}`) });
    },
    answer: async (name: string) => user.click(question().getByRole("button", { name })),
  };
}
const question = () => within(screen.getByRole("alertdialog"));
const gone = () => waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());

// Covers: device.28
test("a comparison's findings are shown with their outcome, until the next one finds nothing", async () => {
  const { user, becomes } = await open({}, { drift: [missing] });
  const drift = within(await screen.findByRole("table", { name: "Avvikelser" }));
  expect(screen.getByRole("heading", { name: "Avvikelser" })).toBeTruthy();
  const found = await drift.findByRole("row", { name: /Garage Kajen/ });
  expect(found.textContent).toMatch(/Garage Kajen.*PIN saknas på enheten.*Alva Exempelsson.*Rättad/);
  expect(screen.getByRole("button", { name: /^Avvikelser/ }).textContent).toContain("1");
  await expectAccessible();
  answerWith({
    "POST /functions/v1/sync-control": () => {
      becomes({});
      return { success: true, controller_id: CONTROLLER_ID, compared_at: NOW, users: 1, credentials: 1, items: [] };
    },
  });
  await user.click(screen.getByRole("button", { name: "Jämför nu Garage Kajen" }));
  expect(await screen.findByText("Garage Kajen är jämförd utan avvikelser")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Avvikelser" })).toBeNull());
});

// Covers: device.29
test.each([
  ["online", 1, "1 persons PIN-kod skrivs på nytt.", false],
  ["offline", 2, "2 personers PIN-koder skrivs på nytt.", true],
  ["online", 0, "Ingen person har PIN-kod där just nu.", false],
] as const)(
  "Återställ styrenhet of one that is %s with %i people asks with their number",
  async (state, people, said, waits) => {
    const { user, menu, answer } = await open({ state }, { people });
    await user.click(await menu("Återställ styrenhet"));
    await screen.findByRole("alertdialog", { name: "Återställ styrenhet" });
    expect(await question().findByText(said)).toBeTruthy();
    const later = "Styrenheten svarar inte just nu. Allt skrivs när den är tillbaka.";
    if (waits) expect(await question().findByText(later)).toBeTruthy();
    else expect(question().queryByText(later)).toBeNull();
    await expectAccessible();
    expect(askedOf(/sync-control/)).toEqual([]);
    answerWith({ "POST /functions/v1/sync-control": { success: true, replicas: people } });
    await answer("Återställ styrenhet");
    await gone();
    expect(await screen.findByText("Garage Kajen skrivs på nytt")).toBeTruthy();
    expect(askedOf(/sync-control/).map(({ body }) => body)).toEqual([
      { action: "REBUILD", controller_id: CONTROLLER_ID },
    ]);
  },
);

// Covers: device.29
test("one controller is tried again at once", async () => {
  const { user } = await open({ state: "offline", last_error: "timeout" });
  answerWith({ "POST /functions/v1/sync-control": { success: true, controllers: 1 } });
  await user.click(screen.getByRole("button", { name: "Synka nu Garage Kajen" }));
  expect(await screen.findByText("Försöker nå Garage Kajen igen")).toBeTruthy();
  expect(askedOf(/sync-control/).map(({ body }) => body)).toEqual([
    { action: "SYNC_NOW", controller_id: CONTROLLER_ID },
  ]);
});

// Covers: device.29
test("a changed certificate is shown beside the accepted one, and trusted after a comparison", async () => {
  const { user, becomes, answer, row } = await open({ state: "offline", last_error: "certificate_changed" });
  expect(await screen.findByText(/^Garage Kajen har ett annat certifikat sedan/)).toBeTruthy();
  await expectAccessible();
  answerWith({
    "POST /functions/v1/axis-proxy": json(
      {
        error: "Enheten har ett annat certifikat än förut.",
        code: "device_certificate_changed",
        details: { fingerprint: "b2".repeat(32), pinned: "a1".repeat(32) },
      },
      502,
    ),
    "POST /functions/v1/controller-manager": () => {
      becomes({ state: "online", last_error: null });
      return { success: true, controller };
    },
  });
  await user.click(screen.getByRole("button", { name: "Granska certifikatet" }));
  await screen.findByRole("alertdialog", { name: "Godkänn certifikatet" });
  expect(question().getByText(`${"B2:".repeat(31)}B2`)).toBeTruthy();
  expect(question().getByText(`${"A1:".repeat(31)}A1`)).toBeTruthy();
  await expectAccessible();
  await answer("Godkänn certifikatet");
  expect(await screen.findByText("Certifikatet är godkänt")).toBeTruthy();
  await waitFor(() => expect(row().textContent).toContain("Online"));
  expect(askedOf(/controller-manager/).map(({ body }) => body)).toEqual([
    { action: "TRUST_CERTIFICATE", id: CONTROLLER_ID, fingerprint: "b2".repeat(32) },
  ]);
});

// Covers: device.29
test("a controller that answers is not retired", async () => {
  const { menu } = await open();
  expect((await menu("Avveckla styrenhet")).getAttribute("aria-disabled")).toBe("true");
});

// Covers: device.29
test("a dead controller is retired with a reason, and not without one", async () => {
  const { user, menu, answer, becomes, row } = await open(
    { state: "offline", last_error: "unreachable" },
    { people: 3 },
  );
  expect(row().textContent).toContain("Svarar inte");
  await user.click(await menu("Avveckla styrenhet"));
  await screen.findByRole("alertdialog", { name: "Avveckla styrenhet" });
  expect(
    await question().findByText("3 personer tas bort från styrenheten, och deras PIN-koder blir lediga."),
  ).toBeTruthy();
  await answer("Avveckla styrenhet");
  expect((await question().findAllByText("Skriv en orsak")).length).toBeGreaterThan(0);
  expect(askedOf(/controller-manager/)).toEqual([]);
  await expectAccessible();
  answerWith({
    "POST /functions/v1/controller-manager": () => {
      becomes({ state: "paused" });
      return { success: true, controller: { ...controller, enabled: false }, replicas: 3 };
    },
  });
  await user.type(question().getByLabelText("Varför är enheten borta?"), " Brann i natt ");
  await answer("Avveckla styrenhet");
  await gone();
  expect(await screen.findByText("Garage Kajen är avvecklad")).toBeTruthy();
  expect(screen.getByText("3 koder räknas som borta. Styrenheten är inaktiverad.")).toBeTruthy();
  await waitFor(() => expect(row().textContent).toContain("Inaktiverad"));
  expect(askedOf(/controller-manager/).map(({ body }) => body)).toEqual([
    { action: "RETIRE", id: CONTROLLER_ID, reason: "Brann i natt" },
  ]);
});
