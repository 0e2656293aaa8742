// Tests the system's first page; browser tests check the drawn chart and its keyboard.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { startOfStockholmDay, stockholmDay } from "#contract/stockholm.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { closedDoor, closedState } from "#tests/components/fixtures/doors/sample-door.ts";
import {
  garageNow,
  newestAtDoor,
  newestAtGate,
  stepsOver,
} from "#tests/components/fixtures/overview/sample-overview.ts";
import { answerWith, askedOf, page } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";

const counted = (count: number) => new Response(null, { headers: { "content-range": `*/${count}` } });
const HOUR_MS = 3_600_000;
const thisHour = () => new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS).toISOString();

/** Opens the page with the table chosen beforehand, because a chart needs a canvas. */
async function openAsTable() {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  answerWith({
    "POST /rest/v1/rpc/first_steps": stepsOver,
    "POST /rest/v1/rpc/passages_per_hour": async ({ body }) => {
      await held;
      const { bucket, since } = Object(body);
      return bucket === "hour"
        ? [{ bucket_start: thisHour(), granted: 7, denied: 2 }]
        : [
            { bucket_start: since, granted: 1, denied: 0 },
            { bucket_start: startOfStockholmDay(stockholmDay(new Date())).toISOString(), granted: 7, denied: 2 },
          ];
    },
  });
  const user = await openPage("/system-admin", "system_admin");
  await user.click(await screen.findByRole("button", { name: "Visa som tabell" }));
  release();
  return user;
}

// Covers: 2.8
test("a system admin sees the three counts, and each leads to its list", async () => {
  answerWith({
    "HEAD /rest/v1/organizations\\?": counted(3),
    "HEAD /rest/v1/user_roles\\?.*role=eq\\.system_admin": counted(2),
    "HEAD /rest/v1/user_roles\\?.*role=eq\\.org_admin": counted(5),
    "HEAD /rest/v1/controllers\\?.*enabled=eq\\.true": counted(4),
    "HEAD /rest/v1/controllers\\?": counted(1_234),
  });
  await openAsTable();
  const main = within(screen.getByRole("main"));
  await main.findByRole("link", { name: "Organisationer 3 totalt" });
  await main.findByRole("link", { name: "Administratörer 7 2 system, 5 organisation" });
  await main.findByRole("link", { name: /^Styrenheter 4 aktiva enheter av 1\s234$/ });
  const leads = ["Organisationer", "Administratörer", "Styrenheter"].map((label) =>
    main.getByRole("link", { name: new RegExp(`^${label} \\d`) }).getAttribute("href"),
  );
  expect(leads).toEqual(["/system-admin/organizations", "/system-admin/admins", "/system-admin/controllers"]);
});

// Covers: 2.9, page.2
test("passages stand by hour and by day as a table, summed, and the newest below", async () => {
  answerWith({ "GET /rest/v1/merged_log\\?": [newestAtGate(1), newestAtDoor(2), ...[3, 4, 5].map(newestAtGate)] });
  const user = await openAsTable();
  const hours = within(await screen.findByRole("region", { name: "Passager per timme" }));
  expect(hours.getAllByRole("row")).toHaveLength(25);
  expect(hours.getAllByRole("row")[1]?.textContent).toMatch(/72$/);
  expect(hours.getAllByRole("row")[2]?.textContent).toMatch(/00$/);
  expect(screen.getByText("Beviljade", { selector: "span" }).parentElement?.textContent).toBe("Beviljade 7");
  await user.click(screen.getByText("30 dagar"));
  const days = within(await screen.findByRole("region", { name: "Passager per dygn" }));
  expect(days.getAllByRole("row")).toHaveLength(31);
  expect(days.getAllByRole("row")[1]?.textContent).toMatch(/72$/);
  expect(screen.getByText("Beviljade", { selector: "span" }).parentElement?.textContent).toBe("Beviljade 8");
  expect(askedOf(/passages_per_hour/).map(({ body }) => Object(body).bucket)).toEqual(["hour", "day"]);
  const newestRows = () => within(screen.getByRole("table", { name: "Senaste passager" })).getAllByRole("row");
  await waitFor(() => expect(newestRows()).toHaveLength(6));
  const newest = newestRows();
  expect(newest[1]?.textContent).toMatch(/MLB 84A.*Infart Norr · Brf Norrgården.*Beviljad.*Giltig legitimation/);
  expect(newest[2]?.textContent).toMatch(/Alva Exempelsson.*Dörr 1 · Garage Kajen · Brf Norrgården.*Beviljad/);
  expect(decodeURIComponent(askedOf(/merged_log\?(?!.*granted=eq)/)[0]?.address ?? "")).toContain(
    "kind=eq.access&order=occurred_at.desc,id.asc&limit=5",
  );
  await expectAccessible();
});

test("a system admin sees open doors and refusals of everybody, and opens a door and adds a user from there", async () => {
  const state = closedState(thisHour(), new Date().toISOString());
  answerWith({
    "GET /rest/v1/access_points\\?select=id": page([{ ...closedDoor({ ...state, alarm: "forced" }), name: "Källare" }]),
    "GET /rest/v1/merged_log\\?.*granted=eq\\.false": page([
      { ...newestAtDoor(1), granted: false, reason: "unknown_code" },
    ]),
  });
  const user = await openAsTable();
  const doors = within(await screen.findByRole("list", { name: "Dörrar som är öppna eller larmar" }));
  expect(doors.getByRole("link", { name: "Källare" }).getAttribute("href")).toMatch(/^\/system-admin\/doors\?q=/);
  const refusals = within(await screen.findByRole("list", { name: "Nekade sedan i går" }));
  expect(refusals.getAllByRole("link")[0]?.getAttribute("href")).toContain("/system-admin/access-logs?passage=");
  expect(screen.getByRole("link", { name: "Visa i loggen" }).getAttribute("href")).toContain(
    "/system-admin/access-logs?show=refused&",
  );
  expect(screen.getByRole("link", { name: "Öppna dörr" }).getAttribute("href")).toBe("/system-admin/doors");
  expect(askedOf(/own-weekly-codes/)).toEqual([]);
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Lägg till användare" }));
  await screen.findByRole("dialog", { name: "Lägg till användare" });
});

test("a controller that does not answer is named by itself, and so is that it answers again", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const standing = (part: object) =>
      answerWith({ "POST /rest/v1/rpc/controller_states": [{ ...garageNow, ...part }] });
    standing({});
    await openAsTable();
    const main = within(screen.getByRole("main"));
    await main.findByRole("link", { name: "Garage Kajen: online" });
    expect(main.queryByText("Svarar inte.")).toBeNull();
    standing({ state: "offline", last_error: "unreachable", waiting: 2 });
    await vi.advanceTimersByTimeAsync(10_000);
    const unit = await main.findByRole("link", { name: "Garage Kajen: svarar inte" });
    expect(unit.getAttribute("href")).toBe("/system-admin/sync");
    expect(main.getByText("Svarar inte. 2 ändringar väntar.")).toBeTruthy();
    await expectAccessible();
    standing({});
    await vi.advanceTimersByTimeAsync(10_000);
    await main.findByRole("link", { name: "Garage Kajen: online" });
    await waitFor(() => expect(main.queryByText(/^Svarar inte/)).toBeNull());
  } finally {
    vi.useRealTimers();
  }
});
