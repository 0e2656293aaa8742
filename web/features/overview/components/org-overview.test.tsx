// Tests the organisation's first page. tests/integration/people/extend-credentials.test.ts tests what an extension does.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ExtendResult } from "#contract/functions/end-user-manager.ts";
import { startOfStockholmDay, stockholmClock, stockholmDay } from "#contract/stockholm.ts";
import type { SyncSummaryRow } from "#contract/tables/sync-status.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { closedDoor, closedState } from "#tests/components/fixtures/doors/sample-door.ts";
import { ID, newestAtDoor, stepsOver } from "#tests/components/fixtures/overview/sample-overview.ts";
import { answerWith, askedOf, page } from "#tests/components/network.ts";
import { ORGANIZATION_ID, openPage } from "#tests/components/open-page.tsx";
import { sees } from "#tests/components/sees.ts";
import { paced } from "#tests/support/pace.ts";
import type { ExpiringRow } from "../api/get-expiring.ts";

const OTHER_ID = "00000000-0000-4000-8000-000000000099";
const EXPIRING = "GET /rest/v1/credentials\\?select=id";
const DAY_MS = 86_400_000;
const IN_STEP: SyncSummaryRow = {
  synced: null,
  pending: 0,
  pending_removal: 0,
  failed: 0,
  anything: true,
  away: 0,
  shut: 0,
  unreached: 0,
  paused: false,
};
const counted = (count: number) => new Response(null, { headers: { "content-range": `*/${count}` } });
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
/** Returns yesterday's date; 24 hours ago is another day at times, when summer time begins or ends. */
const yesterday = () => stockholmDay(new Date(startOfStockholmDay(stockholmDay(new Date())).getTime() - 1));

const ending = (validTo: string): ExpiringRow => ({
  id: ID,
  credential_type: "license_plate",
  credential_value: "FLK310",
  vehicle_type: null,
  valid_to: validTo,
  end_users: { id: ID, first_name: "Folke", last_name: "Demolund" },
});

async function openOverview(rows: readonly ExpiringRow[]) {
  answerWith({ "POST /rest/v1/rpc/first_steps": stepsOver, [EXPIRING]: page(rows) });
  const user = await openPage("/org-admin", "org_admin");
  const list = within(await screen.findByRole("list", { name: "Går ut inom 30 dagar" }));
  const people = new Set(rows.map(({ end_users }) => end_users.id));
  expect(await list.findAllByRole("listitem")).toHaveLength(people.size);
  return { user, list };
}

// Covers: 2.34
test("an org admin sees the two counts, what ends within 30 days by date, and that all is in step", async () => {
  answerWith({
    "HEAD /rest/v1/end_users\\?": counted(1_234),
    "HEAD /rest/v1/credentials\\?": counted(56),
    "POST /rest/v1/rpc/sync_summary": IN_STEP,
  });
  const other = { id: ORGANIZATION_ID, first_name: "Bo", last_name: "Skissgren" };
  const { list } = await openOverview([
    ending(inDays(0.1)),
    { ...ending(inDays(3.1)), id: ORGANIZATION_ID, end_users: other },
  ]);
  await sees("organization-overview", "Organisationsöversikt");
  await screen.findByRole("link", { name: /^Användare 1\s234 totalt$/ });
  await screen.findByRole("link", { name: "Aktiva behörigheter 56 giltiga just nu" });
  const active = decodeURIComponent(askedOf(/credentials\?select=\*/)[0]?.address ?? "");
  expect(active).toMatch(/enabled=eq\.true&valid_from=lte\.[^&]+&or=\(valid_to\.is\.null,valid_to\.gt\."[^"]+"\)/);

  const items = list.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(items).toEqual([
    expect.stringMatching(/^Folke Demolund.*FLK 310.*Går ut i (dag|morgon)/),
    expect.stringMatching(/^Bo Skissgren.*FLK 310.*Om [34] dagar/),
  ]);
  expect(list.getAllByRole("link")[0]?.getAttribute("href")).toBe(`/org-admin/end-users?person=${ID}`);
  const asked = decodeURIComponent(askedOf(/credentials\?select=id/)[0]?.address ?? "");
  expect(asked).toContain(`organization_id=eq.${ORGANIZATION_ID}&enabled=eq.true&valid_to=gte.`);
  expect(asked).toMatch(/&valid_to=lt\..*&order=valid_to\.asc,id\.asc&/);
  const until = Date.parse(/valid_to=lt\.([^&]+)/.exec(asked)?.[1] ?? "");
  expect(Math.abs(until - Date.now() - 30 * DAY_MS)).toBeLessThan(paced(60_000));
  await screen.findByText("Allt är synkat.");
  expect(screen.getByRole("link", { name: "Visa utgångna" }).getAttribute("href")).toBe(
    "/org-admin/end-users?validity=expired",
  );
  await expectAccessible();
});

test("a press extends what ends, from its end on, and another one takes that back", async () => {
  const row = ending(inDays(3));
  const { user, list } = await openOverview([row]);
  const extended: ExtendResult = {
    outcome: "extended",
    credential_id: ID,
    valid_to: "2027-12-05T22:59:59Z",
    before: { valid_from: null, valid_to: row.valid_to },
  };
  answerWith({ [EXPIRING]: page([]), "POST /functions/v1/end-user-manager": { success: true, results: [extended] } });
  await user.click(list.getByRole("button", { name: "Förläng Folke Demolund" }));
  await screen.findByText("Folke Demolund är förlängd");
  expect(screen.getByText("Gäller till 5 december 2027.")).toBeTruthy();
  await screen.findByText("Inga behörigheter går ut inom 30 dagar");
  answerWith({
    [EXPIRING]: page([row]),
    "POST /functions/v1/end-user-manager": { success: true, results: [{ credential_id: ID, outcome: "restored" }] },
  });
  await user.click(screen.getByRole("button", { name: "Ångra" }));
  await screen.findByText("Förlängningen är ångrad");
  await screen.findByRole("button", { name: "Förläng Folke Demolund" });
  expect(askedOf(/end-user-manager/).map(({ body }) => body)).toEqual([
    { action: "EXTEND", credential_ids: [ID] },
    {
      action: "UNDO_EXTEND",
      extensions: [{ credential_id: ID, valid_to: extended.valid_to, before: extended.before }],
    },
  ]);
});

// Covers: task.5
test("what ends of one person is one line, with all of it and the first end, extended and undone together", async () => {
  const pin = { ...ending(inDays(5)), id: ORGANIZATION_ID, credential_type: "pin", credential_value: "" } as const;
  const { user, list } = await openOverview([ending(inDays(3.1)), pin]);
  const [item] = list.getAllByRole("listitem");
  expect(item?.textContent).toMatch(/^Folke Demolund.*FLK 310.*PIN-kod.*Om [34] dagar/);
  const results = [ID, ORGANIZATION_ID].map(
    (credential_id, nth): ExtendResult => ({
      outcome: "extended",
      credential_id,
      valid_to: `2027-12-0${5 + nth}T22:59:59Z`,
      before: { valid_from: null, valid_to: inDays(3) },
    }),
  );
  answerWith({ [EXPIRING]: page([]), "POST /functions/v1/end-user-manager": { success: true, results } });
  await user.click(list.getByRole("button", { name: "Förläng Folke Demolund" }));
  await screen.findByText("Gäller till 5 december 2027.");
  await user.click(screen.getByRole("button", { name: "Ångra" }));
  const bodies = () => askedOf(/end-user-manager/).map(({ body }) => body);
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(bodies()).toMatchObject([
    { action: "EXTEND", credential_ids: [ID, ORGANIZATION_ID] },
    { action: "UNDO_EXTEND", extensions: [{ credential_id: ID }, { credential_id: ORGANIZATION_ID }] },
  ]);
});

test("a board sees open doors and alarms, the most urgent first, and who was refused since yesterday", async () => {
  const state = closedState(inDays(-1), new Date().toISOString());
  const open = { ...closedDoor({ ...state, physical: "open" }), name: "Cykelrum" };
  const forced = { ...closedDoor({ ...state, alarm: "forced" }), id: ORGANIZATION_ID, name: "Källare" };
  const refused = { ...newestAtDoor(1), granted: false, reason: "unknown_code" };
  answerWith({
    "GET /rest/v1/access_points\\?select=id": page([open, forced]),
    "GET /rest/v1/merged_log\\?": page([refused]),
  });
  const { user } = await openOverview([ending(inDays(3))]);
  const doors = within(await screen.findByRole("list", { name: "Dörrar som är öppna eller larmar" }));
  expect(doors.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Källare.*Forcerad$/),
    expect.stringMatching(/^Cykelrum.*Öppen$/),
  ]);
  const asked = decodeURIComponent(askedOf(/access_points\?select=id(,|%2C)name/).at(-1)?.address ?? "");
  expect(asked).toContain(
    "door_states.or=(alarm.in.(forced,held_open),physical.eq.open,mode.in.(unlocked,locked_open))",
  );
  const refusals = within(await screen.findByRole("list", { name: "Nekade sedan i går" }));
  expect(refusals.getAllByRole("link")[0]?.getAttribute("href")).toContain("/org-admin/access-logs?passage=");
  const log = decodeURIComponent(askedOf(/merged_log\?/)[0]?.address ?? "");
  expect(log).toContain("kind=eq.access&granted=eq.false&occurred_at=gte.");
  const since = /occurred_at=gte\.([^&]+)/.exec(log)?.[1] ?? "";
  expect(stockholmClock(since)).toMatch(/^00:00/);
  expect(stockholmDay(since)).toBe(yesterday());
  expect(screen.getByRole("link", { name: "Visa i loggen" }).getAttribute("href")).toBe(
    `/org-admin/access-logs?show=refused&from=${yesterday()}`,
  );
  expect(screen.getByRole("link", { name: "Öppna dörr" }).getAttribute("href")).toBe("/org-admin/doors");
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Lägg till användare" }));
  await screen.findByRole("dialog", { name: "Lägg till användare" });
});

test("this week's code stands once for its controllers, and its digits are fetched by the press that shows them", async () => {
  const week = {
    week_number: 48,
    year: 2026,
    valid_from: "2026-11-22T23:00:00Z",
    valid_to: "2026-11-29T23:00:00Z",
    is_written: true,
  };
  const code = (id: string, controller_id: string, is_own = true) => ({ ...week, id, controller_id, is_own });
  const [first, second, others] = [ID, ORGANIZATION_ID, OTHER_ID];
  const unit = (id: string, name: string) => ({
    id,
    name,
    device_type: "axis",
    device_ip: "192.0.2.10",
    device_port: 80,
    enabled: true,
    access_points: [],
    organization_controllers: [{ organization_access_points: [] }],
  });
  answerWith({
    "GET /rest/v1/controllers\\?": page([unit(first, "Port A"), unit(second, "Port B"), unit(others, "Port C")]),
    "POST /functions/v1/own-weekly-codes": ({ body }) =>
      Object(body).action === "LIST"
        ? { success: true, codes: [code(ID, first), code(ID, second), code(OTHER_ID, others, false)] }
        : { success: true, code: "480715" },
  });
  const { user } = await openOverview([ending(inDays(3))]);
  const codes = within(await screen.findByRole("list", { name: "Veckans kod" }));
  expect(codes.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Port A och Port Bv\.48 2026 · Gäller till och med 29 november 2026/),
  ]);
  await expectAccessible();
  const actions = () => askedOf(/own-weekly-codes/).map(({ body }) => body);
  expect(actions()).toEqual([{ action: "LIST" }]);
  expect(document.body.textContent).not.toContain("480715");
  await user.click(codes.getByRole("button", { name: "Visa PIN-kod för Port A och Port B" }));
  await codes.findByText("480715");
  expect(actions()).toEqual([{ action: "LIST" }, { action: "REVEAL", controller_id: first }]);
});

test("an organisation without a code to read has no place for one", async () => {
  answerWith({ "POST /functions/v1/own-weekly-codes": { success: true, codes: [] } });
  await openOverview([ending(inDays(3))]);
  await waitFor(() => expect(askedOf(/own-weekly-codes/)).toHaveLength(1));
  await screen.findByText("Ingen dörr står öppen, är upplåst eller larmar");
  expect(screen.queryByText("Veckans kod")).toBeNull();
});

test.each([
  ["gone", "Folke Demolund ändrades inte: behörigheten är borttagen eller redan förlängd"],
  ["refused", "Organisationen är spärrad."],
] as const)("an extension that is %s says so, and offers no way back", async (outcome, said) => {
  const { user, list } = await openOverview([ending(inDays(3))]);
  const result: ExtendResult =
    outcome === "gone"
      ? { outcome, credential_id: ID }
      : { outcome, credential_id: ID, error: "Organisationen är spärrad." };
  answerWith({ "POST /functions/v1/end-user-manager": { success: true, results: [result] } });
  await user.click(list.getByRole("button", { name: "Förläng Folke Demolund" }));
  await screen.findByText(said);
  expect(screen.queryByRole("button", { name: "Ångra" })).toBeNull();
  await waitFor(() => expect(list.getByRole("button", { name: /^Förläng/ }).hasAttribute("data-disabled")).toBe(false));
});
