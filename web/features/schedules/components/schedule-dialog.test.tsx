import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ListedSchedule } from "#contract/functions/schedules.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { type Answer, answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";

const ID = "00000000-0000-4000-8000-0000000000a1";
const CALENDAR = "00000000-0000-4000-8000-0000000000a2";
const WEEK = {
  from: 360,
  to: 1_320,
  every_weeks: 1,
  anchor: "2026-01-01",
  valid_from: null,
  valid_until: null,
} as const;
const LAUNDRY: ListedSchedule = {
  id: ID,
  organization_id: null,
  name: "Tvättstuga",
  updated_at: "2026-11-29T08:00:00Z",
  groups: [],
  hours: [1, 2, 3, 4, 5].map((weekday) => ({ ...WEEK, weekday })),
  calendars: [CALENDAR],
};
const DOOR = {
  id: "00000000-0000-4000-8000-0000000000d1",
  name: "Dörr 1",
  door_name: "Tvätt",
  controller_id: "00000000-0000-4000-8000-0000000000c1",
  hours_schedule_id: ID,
  hours_token: null,
  hours_problem: null,
};

async function open(
  schedules: readonly ListedSchedule[],
  { doors = [], save }: { doors?: object[]; save?: () => Answer } = {},
) {
  const calendars = [{ id: CALENDAR, organization_id: null, name: "Helger", updated_at: "", days: [] }];
  answerWith({
    "GET /rest/v1/access_points\\?": () => page(doors),
    "POST /functions/v1/schedules": ({ body }) =>
      Object(body).action === "LIST"
        ? { success: true, schedules, calendars }
        : (save?.() ?? { success: true, id: ID, merged: 0 }),
  });
  const user = await openPage("/system-admin/schedules", "system_admin");
  await screen.findByRole("heading", { name: "Scheman", level: 1 });
  const press = async (name: string | RegExp) =>
    user.click((await screen.findAllByRole("button", { name })).at(-1) ?? document.body);
  return { user, press };
}
const dialog = () => within(screen.getByRole("dialog"));
const changes = () =>
  askedOf(/functions\/v1\/schedules/)
    .map(({ body }) => Object(body))
    .filter(({ action }) => action !== "LIST");

test("the list words each week, and counts the doors, where the hours are confirmed, and the doors that cannot keep them", async () => {
  const failing = { ...DOOR, id: "00000000-0000-4000-8000-0000000000d2", hours_problem: "wrong_time_zone" };
  const other = { controller_id: "00000000-0000-4000-8000-0000000000c2", hours_token: "wp-sch-1" };
  const kept = { ...DOOR, id: "00000000-0000-4000-8000-0000000000d3", ...other };
  const cleaning = { ...LAUNDRY, id: DOOR.id, name: "Städ", groups: ["Lokalvård", "Styrelse"] };
  await open([LAUNDRY, cleaning, { ...LAUNDRY, id: CALENDAR, name: "Tomt", hours: [], calendars: [] }], {
    doors: [DOOR, failing, kept],
  });
  const rows = within(await screen.findByRole("grid", { name: "Scheman" }));
  expect((await rows.findByRole("row", { name: /Tvättstuga/ })).textContent).toMatch(
    /mån–fre 06–22.*Helger.*Tvätt, Tvätt, Tvätt.*Bekräftat på 1 av 2 styrenheter.*1 kan inte hålla tiderna/,
  );
  expect(rows.getByRole("row", { name: /Städ/ }).textContent).toMatch(/gruppen Lokalvård, gruppen Styrelse$/);
  expect(rows.getByRole("row", { name: /Tomt/ }).textContent).toMatch(/aldrig öppet.*Ingen dörr eller grupp/);
  await expectAccessible();
});

test("a schedule is made with rows for several days, and hours that met others are said", async () => {
  const { user, press } = await open([], { save: () => ({ success: true, id: ID, merged: 1 }) });
  await press("Lägg till schema");
  await screen.findByRole("dialog");
  await user.type(dialog().getByRole("textbox", { name: "Namn" }), "Tvättstuga");
  await press("Lägg till tid");
  const row = () => within(dialog().getByRole("group", { name: "Tid 2" }));
  await user.click(row().getByRole("checkbox", { name: "lör" }));
  for (const day of ["mån", "tis", "ons", "tors"]) await user.click(row().getByRole("checkbox", { name: day }));
  await user.clear(row().getByRole("textbox", { name: "Till" }));
  await user.type(row().getByRole("textbox", { name: "Till" }), "2330");
  await user.click(dialog().getByRole("checkbox", { name: "Helger" }));
  await expectAccessible();
  await press("Spara");
  expect(await screen.findByText("1 tid gick ihop med en annan, och de blev en.")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const [saved] = changes();
  expect(saved).toMatchObject({
    action: "SAVE",
    organization_id: null,
    name: "Tvättstuga",
    calendars: [CALENDAR],
    never: false,
  });
  expect(saved.hours.map(({ weekday, from, to }: Record<string, number>) => [weekday, from, to])).toEqual([
    ...[1, 2, 3, 4, 5].map((weekday) => [weekday, 360, 1_320]),
    [5, 360, 1_410],
    [6, 360, 1_410],
  ]);
});

test("wrong fields are said where they are, and nothing is sent", async () => {
  const { user, press } = await open([]);
  await press("Lägg till schema");
  await screen.findByRole("dialog");
  await user.clear(dialog().getByRole("textbox", { name: "Från" }));
  await user.type(dialog().getByRole("textbox", { name: "Från" }), "25:00");
  for (const day of ["mån", "tis", "ons", "tors", "fre"])
    await user.click(dialog().getByRole("checkbox", { name: day }));
  await press("Spara");
  for (const sentence of ["Namn krävs", "Välj minst en dag", "Skriv en tid mellan 00:00 och 24:00"])
    expect((await dialog().findAllByText(sentence)).length).toBeGreaterThan(0);
  await expectAccessible();
  expect(changes()).toEqual([]);
});

test.each([
  ["name", "Det finns redan ett schema med det namnet. Inget har sparats. Välj ett annat namn."],
  ["hours", "En tid finns inte på klockan: tiderna går från 00.00 till 24.00. Inget har sparats. Rätta tiden."],
  ["calendars", "En vald kalender finns inte längre. Inget har sparats. Ladda om och välj igen."],
])("a refusal about %s stands there, and what was typed stays", async (field, error) => {
  const refusal = () => json({ success: false, error, code: "conflict", field, request_id: "r" }, 409);
  const { press } = await open([LAUNDRY], { save: refusal });
  await press("Redigera Tvättstuga");
  await screen.findByRole("dialog");
  await press("Spara");
  expect(await dialog().findByText(error)).toBeTruthy();
  expect(dialog().getByDisplayValue("Tvättstuga")).toBeTruthy();
  await expectAccessible();
});

test("a week without hours is saved only once it is confirmed that nobody gets in", async () => {
  const { user, press } = await open([LAUNDRY]);
  await press("Redigera Tvättstuga");
  await screen.findByRole("dialog");
  await press("Ta bort tid 1");
  expect(await dialog().findByText("Veckan har inga tider: ingen kommer in med schemat.")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(dialog().getByRole("textbox", { name: "Namn" })));
  await press("Spara");
  const question = within(await screen.findByRole("alertdialog", { name: "Aldrig öppet?" }));
  await expectAccessible();
  expect(changes()).toEqual([]);
  await user.click(question.getByRole("button", { name: "Spara som aldrig öppet" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(changes()).toMatchObject([{ action: "SAVE", id: ID, hours: [], never: true }]);
});

// Covers: page.8
test("a schedule that no door has is removed after a question, and one in use leads to the door that has it", async () => {
  const { user, press } = await open([LAUNDRY, { ...LAUNDRY, id: CALENDAR, name: "Städ" }], { doors: [DOOR] });
  await press("Ta bort Städ");
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Ta bort" }));
  expect(await screen.findByText("Schemat är borttaget")).toBeTruthy();
  expect(changes()).toEqual([{ action: "REMOVE", id: CALENDAR }]);
  await press("Ta bort Tvättstuga");
  expect(await screen.findByText(/^Schemat är öppettider för .*\. Ta bort det från dörren först\.$/)).toBeTruthy();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await expectAccessible();
  expect(
    dialog()
      .getByRole("link", { name: /^Visa / })
      .getAttribute("href"),
  ).toBe(`/system-admin/controllers?doors=${DOOR.controller_id}`);
});

test("a schedule that a group has leads to the groups", async () => {
  const { press } = await open([{ ...LAUNDRY, groups: ["Lokalvård"] }]);
  await press("Ta bort Tvättstuga");
  expect(await screen.findByText("Schemat är tiderna för Lokalvård. Ta bort det från gruppen först.")).toBeTruthy();
  expect(dialog().getByRole("link", { name: "Visa gruppen Lokalvård" }).getAttribute("href")).toBe(
    "/system-admin/groups",
  );
});
