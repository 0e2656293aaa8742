import { expect, test } from "vitest";
import type { DoorLatestKind } from "#contract/door-events.ts";
import type { DoorListRow } from "#contract/tables/door-states.ts";
import { closedDoor, closedState, ID } from "#tests/components/fixtures/doors/sample-door.ts";
import { happened, outcomeWords, ownHours, readWhen } from "./door-words.ts";
import { doorsTexts } from "./texts/doors.sv.ts";

const NOW = Date.parse("2026-11-23T13:20:00Z");
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();

const door = (last: DoorListRow["door_events"], change: Partial<DoorListRow> = {}): DoorListRow => ({
  ...closedDoor(closedState(at(-60), at(0))),
  door_events: last,
  ...change,
});
const attempt = (granted: boolean, credential_id: string | null = ID, minutes = -1) => [
  { occurred_at: at(minutes), kind: "access" as const, granted, credential_id },
];
const event = (kind: DoorLatestKind, granted: boolean | null = null) => [
  { occurred_at: at(-1), kind, granted, credential_id: null },
];

// Covers: page.7
test.each([
  ["nobody has tried", [], ""],
  ["somebody was let in with a code", attempt(true), "Öppnad 14:19 med kod"],
  ["it is not known by what somebody was let in", attempt(true, null), "Öppnad 14:19"],
  ["somebody was refused", attempt(false), "Nekad 14:19"],
  ["it was opened from the portal", event("remote_open", true), "Öppnad 14:19 från portalen"],
  ["the portal's opening was refused", event("remote_open", false), "Öppnade inte 14:19 från portalen"],
  ["the portal's opening has no answer", event("remote_open"), "Okänt om dörren öppnade 14:19 från portalen"],
  ["somebody went out", event("exit_request", true), "Öppnad 14:19 inifrån"],
  ["the portal unlocked it", event("hold_started"), "Upplåst 14:19 från portalen"],
  ["the portal locked it again", event("hold_ended"), "Låst igen 14:19 av portalen"],
  ["the unit's own hours went on", event("hold_ended_unlocked"), "Portalen slutade hålla olåst 14:19"],
  ["it was forced", event("door_forced"), "Forcerad 14:19"],
  ["it was yesterday", attempt(true, ID, -24 * 60), "Öppnad i går 14:20 med kod"],
])("a locked door says what happened there last: %s", (_what, last, said) => {
  expect(happened(door(last), NOW)).toBe(said);
});

test("the door's own state comes before the last attempt", () => {
  const open = door(attempt(true), { door_states: { ...door([]).door_states, physical: "open" } });
  expect(happened(open, NOW)).toBe("Öppen sedan 13:20");
});

test("the hours at which the unit holds the door unlocked are said as a week, or by its schedules", () => {
  const weekly = [{ days: [1, 2, 3, 4, 5], from: "08:00", to: "17:00" }];
  const unlock_hours = { schedules: ["Kontorstid"], weekly, exceptions: false };
  expect(ownHours({ unlock_hours })).toBe("Enheten håller dörren olåst mån–fre 08:00–17:00");
  expect(ownHours({ unlock_hours: { ...unlock_hours, weekly: null } })).toBe(
    "Enheten håller dörren olåst enligt schemat Kontorstid",
  );
  expect(ownHours({ unlock_hours: null })).toBeNull();
});

test("when it was read is said in words of its own, and never of a door that was not read", () => {
  const read = (change: Partial<DoorListRow["door_states"]>) =>
    readWhen(door([], { door_states: { ...door([]).door_states, ...change } }), NOW);
  expect(read({})).toBe("Avläst nyss");
  expect(read({ read_at: at(-24 * 60) })).toBe("Svarar inte sedan i går 14:20");
  expect(read({ mode: "unknown" })).toBe("");
});

test.each([
  ["executed", false, "Öppnad 14:20", "Entré"],
  ["refused", false, "Nekad av styrenheten", "Entré öppnade inte. Inget skickas igen automatiskt."],
  ["refused", true, "Styrenheten svarar inte", "Entré öppnade inte. Inget skickas igen automatiskt."],
  ["unknown", false, "Okänt om dörren öppnade", "Entré: inget svar kom i tid. Titta efter innan du försöker igen."],
] as const)("an opening that is %s (no answer: %s) says so", (outcome, unreachable, title, text) => {
  expect(outcomeWords("Entré", { outcome, unreachable }, NOW)).toEqual({ isDone: outcome === "executed", title, text });
});

test("the number of unlocked doors is not said before it is known", () => {
  expect([undefined, 0, 3].map(doorsTexts.unlockedOf)).toEqual(["Upplåsta –", "Upplåsta 0", "Upplåsta 3"]);
  expect([undefined, 0, 3].map(doorsTexts.alarmsOf)).toEqual(["Larm –", "Larm 0", "Larm 3"]);
});

test("an age below a second is just now, never 0 s", () => {
  expect(readWhen(door([], { door_states: closedState(at(-60), at(0)) }), NOW)).toBe("Avläst nyss");
  expect(doorsTexts.secondsAgo(1)).toBe("för 1\u00a0s sedan");
});
