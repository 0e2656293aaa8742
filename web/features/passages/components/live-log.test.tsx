// Tests rows that come while somebody reads. tests/integration/realtime/realtime.test.ts tests that the server sends them;
// tests/e2e/passages/access-logs.test.ts tests a real car.
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { afterTest } from "#tests/components/after-test.ts";
import { gateEvent, ID, passage, rowId } from "#tests/components/fixtures/passages/sample-log.ts";
import { answerWith, json, page } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";
import { listenToSockets, rowChanged } from "#tests/components/speaking-socket.ts";
import type { LogRow } from "../api/get-access-logs.ts";

const LOG = "GET /rest/v1/access_logs\\?";
const refused = {
  access_granted: false,
  access_reason: "no_match",
  macro_executed: null,
  credential_id: null,
} as const;

/** The shortest time between two readings of a list, however much comes. */
const READ_PAUSE_MS = 3_000;

beforeEach(() => {
  listenToSockets();
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  afterTest(() => void vi.useRealTimers());
});

const rows = () => screen.getAllByRole("row").slice(1);
const first = () => rows()[0]?.textContent ?? "";
const isLive = () => screen.findByText("Direkt");
const hover = (user: UserEvent) => user.hover(rows()[0] ?? document.body);
const leave = (user: UserEvent) => user.hover(screen.getByRole("heading", { level: 1 }));

const answerGates = () =>
  answerWith({
    "GET /rest/v1/controllers\\?": [{ id: ID, name: "Infart Norr", device_type: "axxon_lpr", organizations: null }],
  });

/** Opens the gate's log and adds cars, which a later reading finds too. */
async function openGateLog() {
  let list: LogRow[] = [];
  const car = (plate: string, part: Partial<LogRow> = refused) => {
    const {
      controllers,
      credentials: _,
      ...row
    } = passage(0, { id: plate, plate_number: plate, opened: false, ...part });
    list = [{ ...row, controllers, credentials: null }, ...list.filter(({ id }) => id !== plate)];
    return row;
  };
  car("AAA111", { ...refused, detected_at: new Date(Date.now() - 60_000).toISOString() });
  answerGates();
  answerWith({ [LOG]: () => page(list) });
  const user = await openPage("/system-admin/access-logs?log=gates", "system_admin");
  await isLive();
  await waitFor(() => expect(first()).toContain("AAA 111"));
  const drive = (plate: string, part?: Partial<LogRow>) => rowChanged("access_logs", "INSERT", car(plate, part));
  return { user, drive, car };
}

// Covers: 2.30
test("a paused list stands still and counts what is new, which is shown when it is asked for", async () => {
  const { user, drive } = await openGateLog();
  await user.click(screen.getByRole("button", { name: "Pausa" }));
  expect(screen.getByText("Pausad")).toBeTruthy();
  drive("BBB222");
  drive("CCC333");
  const news = await screen.findByRole("button", { name: "2 nya" });
  expect(first()).toContain("AAA 111");
  await expectAccessible();
  await user.click(news);
  await waitFor(() => expect(first()).toContain("CCC 333"));
  expect(rows()).toHaveLength(3);
  drive("DDD444");
  await screen.findByRole("button", { name: "1 ny" });
  await user.click(screen.getByRole("button", { name: "Fortsätt" }));
  await waitFor(() => expect(first()).toContain("DDD 444"));
  drive("EEE555");
  await waitFor(() => expect(first()).toContain("EEE 555"));
});

// Covers: 2.30
test("a passage is shown by its event alone, and its macro turns from Skickas to Utförd", async () => {
  const { drive, car } = await openGateLog();
  answerWith({ [LOG]: json({ code: "22023", message: "no", details: null, hint: null }, 400) });
  drive("ZZZ999", { detected_at: new Date().toISOString(), macro_executed: null, opened: true });
  await waitFor(() => expect(first()).toMatch(/ZZZ 999.*Infart Norr.*Beviljad.*Skickas/));
  rowChanged("access_logs", "UPDATE", car("ZZZ999", { macro_executed: true, opened: true }));
  await waitFor(() => expect(first()).toMatch(/ZZZ 999.*Utförd/));
});

test("nothing moves under a pointer", async () => {
  const { user, drive } = await openGateLog();
  await hover(user);
  drive("BBB222");
  await screen.findByRole("button", { name: "1 ny" });
  expect(first()).toContain("AAA 111");
  await leave(user);
  await waitFor(() => expect(first()).toContain("BBB 222"));
});

test("the log of all stands still under a pointer and while it is paused, and says how many are new", async () => {
  let number = 9;
  let list = [gateEvent(number)];
  answerWith({ "GET /rest/v1/merged_log\\?": () => page(list), "GET /rest/v1/merged_log\\?select=kind&": page([]) });
  const come = async () => {
    number -= 1;
    list = [gateEvent(number, { plate_number: `NYA00${number}` }), ...list];
    rowChanged(number % 2 === 0 ? "access_logs" : "door_events", "INSERT", {});
    await vi.advanceTimersByTimeAsync(READ_PAUSE_MS);
  };
  const user = await openPage("/system-admin/access-logs", "system_admin");
  await isLive();
  await waitFor(() => expect(first()).toContain("MLB 84A"));
  await hover(user);
  await come();
  await screen.findByRole("button", { name: "1 ny" });
  expect(screen.getByText("1 ny händelse väntar")).toBeTruthy();
  expect(first()).toContain("MLB 84A");
  await leave(user);
  await waitFor(() => expect(first()).toContain("NYA 008"));
  await user.click(screen.getByRole("button", { name: "Pausa" }));
  await come();
  await user.click(await screen.findByRole("button", { name: "1 ny" }));
  await waitFor(() => expect(first()).toContain("NYA 007"));
  await user.click(screen.getByRole("button", { name: "Fortsätt" }));
  await come();
  await waitFor(() => expect(first()).toContain("NYA 006"));
  expect(await within(document.body).findByText("1 ny händelse")).toBeTruthy();
  await expectAccessible();
});

// Covers: 2.30
test("the log of all shows a car by its event alone, once, and its macro turns from Skickas to Utförd", async () => {
  answerGates();
  answerWith({ "GET /rest/v1/merged_log\\?": page([gateEvent(9, { plate_number: "AAA111" })]) });
  await openPage("/system-admin/access-logs", "system_admin");
  await isLive();
  await waitFor(() => expect(first()).toContain("AAA 111"));
  // No later reading of the list brings the passage.
  answerWith({ "GET /rest/v1/merged_log\\?": json({ code: "22023", message: "no", details: null, hint: null }, 400) });
  const { controllers: _, credentials: __, ...car } = passage(0, { id: rowId(1), plate_number: "ZZZ999" });
  const now = new Date().toISOString();
  rowChanged("access_logs", "INSERT", { ...car, detected_at: now, macro_executed: null });
  await waitFor(() => expect(first()).toMatch(/ZZZ 999.*Infart Norr.*Beviljad.*Skickas/));
  rowChanged("access_logs", "UPDATE", { ...car, detected_at: now, macro_executed: true });
  await waitFor(() => expect(first()).toMatch(/ZZZ 999.*Utförd/));
  expect(rows()).toHaveLength(2);
  await screen.findByText("2 händelser");
});

test.each([
  ["gates", "axis", "Här finns inga grindar"],
  ["doors", "axxon_lpr", "Här finns inga dörrar"],
] as const)("the empty log of %s does not say Direkt where the installation has none", async (log, other, without) => {
  const list = log === "gates" ? "access_logs" : "door_log";
  answerWith({
    [`GET /rest/v1/${list}\\?`]: page([]),
    "GET /rest/v1/controllers\\?": [{ id: ID, name: "Garage Kajen", device_type: other, organizations: null }],
  });
  await openPage(`/system-admin/access-logs?log=${log}`, "system_admin");
  await screen.findByText(without);
  expect(screen.queryByText("Direkt")).toBeNull();
  expect(screen.queryByRole("button", { name: "Pausa" })).toBeNull();
  await expectAccessible();
});
