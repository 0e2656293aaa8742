// Calendars on the page of the schedules, in both areas.
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { ListedCalendar, ListedSchedule } from "#contract/functions/schedules.ts";
import type { Role } from "#contract/roles.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { type Answer, answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { ORGANIZATION_ID, openPage } from "#tests/components/open-page.tsx";

const ids = Array.from({ length: 5 }, (_, index) => `00000000-0000-4000-8000-00000000000${index}`);
const [CHRISTMAS = "", RED = "", LAUNDRY = "", OFFICE = "", MADE = ""] = ids;
const holiday = (
  code: "christmas_eve" | "boxing_day" | "public_holidays",
  hours: { from: number; to: number }[] = [],
) => ({ holiday: code, from: null, until: null, name: null, hours }) as const;
const calendar = (id: string, name: string, days: ListedCalendar["days"], more: Partial<ListedCalendar> = {}) => ({
  id,
  organization_id: null,
  name,
  updated_at: "",
  days,
  ...more,
});
const CALENDARS = [
  calendar(CHRISTMAS, "Julstängt", [
    holiday("boxing_day", [{ from: 600, to: 1_080 }]),
    holiday("christmas_eve"),
    { holiday: null, from: "2027-07-01", until: "2027-07-31", name: "Semester", hours: [] },
  ]),
  calendar(RED, "Röda dagar", [holiday("public_holidays")]),
];
const schedule = (id: string, name: string, more: Partial<ListedSchedule> = {}): ListedSchedule => ({
  id,
  organization_id: null,
  name,
  updated_at: "",
  groups: [],
  calendars: [CHRISTMAS],
  hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    from: 360,
    to: 1_320,
    every_weeks: 1,
    anchor: "2026-01-01",
    valid_from: null,
    valid_until: null,
  })),
  ...more,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-29T12:00Z") });
});
// Done after every test has signed its person out, because their session may have expired by the real clock.
afterAll(() => {
  vi.useRealTimers();
});

async function open(
  role: Role,
  { calendars = CALENDARS, schedules = [] }: { calendars?: ListedCalendar[]; schedules?: ListedSchedule[] },
  save: () => Answer = () => ({ success: true, id: MADE, merged: 0, typed: [] }),
) {
  answerWith({
    "GET /rest/v1/access_points\\?": page([]),
    "POST /functions/v1/schedules": ({ body }) =>
      Object(body).action === "LIST" ? { success: true, schedules, calendars } : save(),
  });
  const user = await openPage(role === "system_admin" ? "/system-admin/schedules" : "/org-admin/schedules", role);
  await screen.findByRole("heading", { name: "Kalendrar" });
  return user;
}
const dialog = () => within(screen.getByRole("dialog"));
const changes = () =>
  askedOf(/functions\/v1\/schedules/)
    .map(({ body }) => Object(body))
    .filter(({ action }) => action !== "LIST");
const press = async (user: UserEvent, name: string) =>
  user.click((await screen.findAllByRole("button", { name })).at(-1) ?? document.body);
/** Presses a button that opens a dialog, whose code is fetched then. */
const opened = async (user: UserEvent, name: string) => {
  await press(user, name);
  await screen.findByRole("dialog");
};
async function choose(user: UserEvent, field: RegExp, option: string): Promise<void> {
  await user.click(dialog().getByRole("button", { name: field }));
  await user.click(await screen.findByRole("option", { name: option }));
}
async function typeDay(user: UserEvent, within_: ReturnType<typeof within>, label: RegExp, day: string): Promise<void> {
  const parts = await within(await within_.findByRole("group", { name: label })).findAllByRole("spinbutton");
  for (const [place, typed] of day.split("-").entries()) {
    parts[place]?.focus();
    await user.keyboard(typed);
  }
}

test("the list words each calendar's days by their hours and names the schedules that use it", async () => {
  await open("system_admin", { schedules: [schedule(LAUNDRY, "Tvättstuga"), schedule(OFFICE, "Kontorstid")] });
  const rows = within(await screen.findByRole("grid", { name: "Kalendrar" }));
  expect((await rows.findByRole("row", { name: /Julstängt/ })).textContent).toMatch(
    /Stängt: Julafton, Semester 1 juli 2027 – 31 juli 2027.*10–18: Annandag jul.*Tvättstuga, Kontorstid/,
  );
  expect(rows.getByRole("row", { name: /Röda dagar/ }).textContent).toMatch(/Stängt: Alla helgdagar.*Inget schema/);
  await expectAccessible();
});

test("a calendar is made of holidays and dates, and a holiday on a typed date is said before and after saving", async () => {
  const user = await open("system_admin", { calendars: [] }, () => ({
    success: true,
    id: MADE,
    merged: 0,
    typed: [{ date: "2026-12-24", holiday: "christmas_eve" }],
  }));
  await opened(user, "Lägg till kalender");
  await user.type(await dialog().findByRole("textbox", { name: "Namn" }), "Julstängt");
  await choose(user, /Julafton/, "Stängt");
  await choose(user, /En viss helgdag/, "Annandag jul");
  await choose(user, /Annandag jul/, "Andra tider");
  await user.type(dialog().getByRole("textbox", { name: "Öppet" }), "10-18");
  await press(user, "Lägg till datum");
  const row = within(dialog().getByRole("group", { name: "Datum 1" }));
  expect(row.queryByText("Välj en dag")).toBeNull();
  await user.type(row.getByRole("textbox", { name: /^Namn/ }), "Städning");
  await typeDay(user, row, /^Från och med/, "2026-12-24");
  expect(await row.findByText("Julafton är tors 24 dec: det som står här gäller då.")).toBeTruthy();
  await expectAccessible();
  await press(user, "Spara");
  expect(await screen.findByText("Julafton tors 24 dec har ett eget datum i kalendern, och det gäller.")).toBeTruthy();
  expect(changes()).toEqual([
    {
      action: "SAVE_CALENDAR",
      organization_id: null,
      name: "Julstängt",
      days: [
        holiday("christmas_eve"),
        holiday("boxing_day", [{ from: 600, to: 1_080 }]),
        { holiday: null, from: "2026-12-24", until: "2026-12-24", name: "Städning", hours: [] },
      ],
    },
  ]);
});

test("a calendar that several schedules use says so, and what the server refuses stands in the form", async () => {
  const error =
    "Två perioder i kalendern har samma dag. Inget har sparats. Ändra den ena, så att varje dag står en gång.";
  const schedules = [schedule(LAUNDRY, "Tvättstuga"), schedule(OFFICE, "Kontorstid")];
  const user = await open("system_admin", { schedules }, () =>
    json({ success: false, error, code: "invalid_body", field: "days", request_id: "r" }, 400),
  );
  await opened(user, "Redigera Julstängt");
  expect(await dialog().findByText("Används av Tvättstuga, Kontorstid. En ändring gäller alla.")).toBeTruthy();
  await press(user, "Spara");
  expect((await dialog().findByRole("alert")).textContent).toContain(error);
  await expectAccessible();
});

test("a calendar that no schedule uses is removed after a question, and one in use leads to what has it", async () => {
  const user = await open("system_admin", { schedules: [schedule(LAUNDRY, "Tvättstuga")] });
  await press(user, "Ta bort Röda dagar");
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Ta bort" }));
  expect(await screen.findByText("Kalendern är borttagen")).toBeTruthy();
  expect(changes()).toEqual([{ action: "REMOVE_CALENDAR", id: RED }]);
  await press(user, "Ta bort Julstängt");
  expect(await screen.findByText("Kalendern används av Tvättstuga. Ta bort den därifrån först.")).toBeTruthy();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await expectAccessible();
  await press(user, "Visa Tvättstuga");
  expect(await screen.findByRole("dialog", { name: /schema/i })).toBeTruthy();
  expect(dialog().getByDisplayValue("Tvättstuga")).toBeTruthy();
});

test("a schedule shows Christmas as its calendars decide in their order, before it is saved", async () => {
  const user = await open("system_admin", { schedules: [schedule(LAUNDRY, "Tvättstuga", { calendars: [] })] });
  await opened(user, "Redigera Tvättstuga");
  const shown = () =>
    [...screen.getByRole("heading", { name: "Så blir julen" }).parentElement!.querySelectorAll("li")].map(
      ({ textContent }) => textContent,
    );
  expect(shown()[0]).toBe("tors 24 decJulafton06–22");
  await user.click(dialog().getByRole("checkbox", { name: "Röda dagar" }));
  await user.click(dialog().getByRole("checkbox", { name: "Julstängt" }));
  await waitFor(() =>
    expect(shown().slice(0, 3)).toEqual([
      "tors 24 decJulafton · JulstängtStängt",
      "fre 25 decJuldagen · Röda dagarStängt",
      "lör 26 decAnnandag jul · Julstängt10–18",
    ]),
  );
  await press(user, "Flytta upp Julstängt");
  expect(screen.getByText("Julstängt är nu nummer 1")).toBeTruthy();
  await expectAccessible();
  await press(user, "Spara");
  await waitFor(() => expect(changes()).toMatchObject([{ action: "SAVE", calendars: [CHRISTMAS, RED] }]));
});

test("an org admin changes the own ones, reads the installation's, and chooses among both", async () => {
  const own = calendar(MADE, "Semester", [], { organization_id: ORGANIZATION_ID });
  const user = await open("org_admin", {
    calendars: [...CALENDARS, own],
    schedules: [schedule(LAUNDRY, "Tvättstuga"), schedule(OFFICE, "Städ", { organization_id: ORGANIZATION_ID })],
  });
  const rows = within(await screen.findByRole("grid", { name: "Scheman" }));
  expect((await rows.findByRole("row", { name: /Tvättstuga/ })).textContent).toContain("Anläggningens");
  expect(screen.queryByRole("button", { name: /^(Redigera|Ta bort) (Tvättstuga|Julstängt)$/ })).toBeNull();
  await user.click(rows.getByText("Tvättstuga"));
  await screen.findByRole("dialog");
  expect(await dialog().findByText("Anläggningens schema, som en systemadministratör ändrar")).toBeTruthy();
  expect(dialog().queryAllByRole("textbox")).toEqual([]);
  await expectAccessible();
  await user.click(dialog().getAllByRole("button", { name: "Stäng" }).at(-1) ?? document.body);
  await opened(user, "Lägg till schema");
  await user.type(await dialog().findByRole("textbox", { name: "Namn" }), "Boende");
  await user.click(dialog().getByRole("checkbox", { name: "Julstängt (anläggningens)" }));
  await user.click(dialog().getByRole("checkbox", { name: "Semester" }));
  await press(user, "Spara");
  await waitFor(() =>
    expect(changes()).toMatchObject([
      { action: "SAVE", organization_id: ORGANIZATION_ID, name: "Boende", calendars: [CHRISTMAS, MADE] },
    ]),
  );
});
