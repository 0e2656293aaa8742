// Tests the list as doors change. tests/integration/realtime/live-doors.test.ts tests that it equals a device's reports.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { DoorListRow, DoorStateRow } from "#contract/tables/door-states.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { closedDoor, closedState, ID } from "#tests/components/fixtures/doors/sample-door.ts";
import { answerWith, askedOf, page } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";
import { breakSockets, listenToSockets, rowChanged } from "#tests/components/speaking-socket.ts";

const DOORS = "GET /rest/v1/access_points\\?";
const OTHER = "00000000-0000-4000-8000-000000000002";
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

beforeEach(listenToSockets);

/** Returns a state read now, of a door locked ten minutes ago. */
const stateOf = (id: string, part: Partial<DoorStateRow> = {}): DoorStateRow => ({
  ...closedState(secondsAgo(600), secondsAgo(0)),
  access_point_id: id,
  ...part,
});

const doors = (entrance: Partial<DoorStateRow> = {}, store: Partial<DoorStateRow> = {}): DoorListRow[] => [
  closedDoor(stateOf(ID, entrance)),
  { ...closedDoor(stateOf(OTHER, store)), id: OTHER, name: "Soprum" },
];

const row = async (name: string) => {
  const found = await screen.findByText(name);
  return found.closest("tr") ?? found;
};

async function openDoors() {
  answerWith({
    [DOORS]: page(doors()),
    "POST /functions/v1/door-control": { success: true, watched: 2 },
    "GET /rest/v1/controllers\\?": [],
  });
  const user = await openPage("/org-admin/doors", "org_admin");
  await screen.findByText("Direkt");
  await row("Soprum");
  const change = (rows: readonly DoorListRow[]) => {
    answerWith({ [DOORS]: page(rows) });
    rowChanged("door_states", "UPDATE", {});
  };
  return { user, change };
}

test("an alarm and a blocked door are shown as what they are as they come, and a forced one interrupts", async () => {
  const { user, change } = await openDoors();
  expect((await row("Entré")).textContent).toMatch(/Låst.*(?:nyss|för \d+\ss sedan)/);
  const watches = askedOf(/door-control/).map(({ body }) => body);
  expect(watches).not.toEqual([]);
  // On a slow machine the watch is renewed before this line.
  expect(watches).toEqual(watches.map(() => ({ action: "STATE", access_point_ids: [ID, OTHER] })));
  change(doors({ alarm: "forced", alarm_since: secondsAgo(5) }, { mode: "blocked" }));
  await screen.findByText("Forcerad");
  expect((await row("Entré")).textContent).toMatch(/\d\d:\d\d, öppnades utan kod/);
  expect((await row("Soprum")).textContent).toContain("Spärrad");
  // The portal's own region: another test's dialog leaves an empty one of react-aria's behind.
  const interrupting = () => document.querySelector("[data-react-aria-top-layer][aria-live=assertive]")?.textContent;
  await waitFor(() => expect(interrupting()).toBe("Entré har forcerats"));
  await expectAccessible();

  answerWith({ "POST /functions/v1/door-control": { success: true, outcome: "refused" } });
  await user.click(screen.getByRole("button", { name: "Öppna Soprum" }));
  const question = within(await screen.findByRole("dialog", { name: "Öppna Soprum" }));
  await user.click(question.getByText("Leverans"));
  await user.click(question.getByRole("button", { name: "Öppna dörren" }));
  await screen.findByText(/^Nekad av styrenheten/);

  change(doors({ alarm: "held_open", alarm_since: secondsAgo(130) }));
  await screen.findByText(/^Uppställd 2\smin$/);
});

test("a hold that is released into the unit's own hours says that the door is still unlocked", async () => {
  const { user, change } = await openDoors();
  const [entrance] = doors({ mode: "unlocked" });
  const weekly = [{ days: [1, 2, 3, 4, 5], from: "08:00", to: "17:00" }];
  const hold = { id: ID, reason: "leverans", requested_as: "Nora", sent_at: secondsAgo(60), ended_at: null };
  const door_holds = [{ ...hold, until: secondsAgo(-600) }];
  const unlock_hours = { schedules: ["Kontorstid"], weekly, exceptions: false };
  change(entrance ? [{ ...entrance, unlock_hours, door_holds }] : []);
  await screen.findByText("Enheten håller dörren olåst mån–fre 08:00–17:00");
  answerWith({ "POST /functions/v1/door-control": { success: true, locked: false, own_hours: true } });
  await user.click(await screen.findByRole("button", { name: "Lås Entré" }));
  await screen.findByText("Entré hålls inte längre olåst av portalen. Enhetens egna tider håller dörren olåst.");
  await expectAccessible();
});

test("only doors that raise an alarm are asked for when only they are wanted", async () => {
  const { user } = await openDoors();
  const [forced] = doors({ alarm: "forced", alarm_since: secondsAgo(5) });
  answerWith({ [DOORS]: page(forced ? [forced] : []) });
  await user.click(screen.getByRole("radio", { name: /^Larm/ }));
  await waitFor(() => expect(screen.queryByText("Soprum")).toBeNull());
  await row("Entré");
  expect(location.search).toBe("?show=alarms");
  // The figures beside the list are counted by HEAD.
  const list = askedOf(/access_points\?/).findLast(({ method }) => method === "GET");
  expect(decodeURIComponent(list?.address ?? "")).toContain("alarming:door_states(");
  await user.click(screen.getByRole("radio", { name: "Alla" }));
  await waitFor(() => expect(location.search).toBe(""));
});

test("a door that was not read for a minute shows no state, and cannot be opened from here", async () => {
  const { change } = await openDoors();
  change(doors({ read_at: secondsAgo(120) }, { read_at: secondsAgo(120) }));
  await screen.findByText("2 dörrar · 2 okända");
  expect((await row("Entré")).textContent).toMatch(/Okänd · svarar inte sedan \d\d:\d\d/);
  expect(screen.getByText(/^Dörrarna går inte att öppna härifrån\./)).toBeTruthy();
  for (const name of ["Öppna Entré", "Håll olåst: Entré"])
    expect(screen.getByRole("button", { name })).toHaveProperty("disabled", true);
  await expectAccessible();
  change(doors());
  await waitFor(() => expect(screen.queryByText(/okända$/)).toBeNull());
  expect(screen.getByRole("button", { name: "Öppna Entré" })).toHaveProperty("disabled", false);
});

test("the list says when changes do not come by themselves, until they do", async () => {
  await openDoors();
  breakSockets();
  await screen.findByText("Ansluter...");
  await screen.findByText("Direkt");
});
