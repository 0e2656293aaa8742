// Schedules and calendars over the wire: either role saves them whole, refusals are named, and other organisations see and change
// nothing.
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { schedules } from "#contract/functions/schedules.ts";
import { stockholmDay } from "#contract/stockholm.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";

type Client = Awaited<ReturnType<typeof signedInClient>>;

let portal: TestPortal;
let system: Client;
let nord: Client;
let syd: Client;
let organization = "";

beforeAll(async () => {
  portal = await startTestPortal();
  system = await signedInClient(portal.url, portal.accounts.system);
  nord = await signedInClient(portal.url, portal.accounts.nord);
  syd = await signedInClient(portal.url, portal.accounts.syd);
  organization = String(portal.accounts.nord.organizationId);
});
afterAll(() => portal.close());

const ask = (body: object, client = nord) => callFunction(client, "schedules", body);
const list = async (client = nord) => schedules.LIST.reply.parse((await ask({ action: "LIST" }, client)).body);

let made = 0;
const named = (more: object = {}) => ({ organization_id: organization, name: `Schema ${made++}`, ...more });
const hours = (from: number, to: number, more: object = {}) => ({
  weekday: 1,
  from,
  to,
  anchor: "2026-11-23",
  ...more,
});
const schedule = (more: object = {}) => ({ ...named(), hours: [hours(360, 1320)], calendars: [], ...more });
const calendar = (...days: object[]) => ({ ...named(), days });
const typed = (from: string, until = from, own: object[] = [], name: string | null = null) => ({
  holiday: null,
  from,
  until,
  name,
  hours: own,
});
const holiday = (code: string, own: object[] = []) => ({
  holiday: code,
  from: null,
  until: null,
  name: null,
  hours: own,
});

async function save(body: object, client = nord): Promise<string> {
  const { body: reply } = await ask({ action: "days" in body ? "SAVE_CALENDAR" : "SAVE", ...body }, client);
  expect(reply).toMatchObject({ success: true });
  return String(reply["id"]);
}
const refused = async (body: object, client = nord) => {
  const { status, body: reply } = await ask(body, client);
  return [status, reply["reason"], reply["field"]];
};

test("a schedule and its calendars are saved whole, changed whole and listed as saved", async () => {
  const red = await save(
    calendar(holiday("public_holidays"), typed("2026-12-28", "2026-12-30", [{ from: 600, to: 900 }], " Mellandagar\t")),
  );
  const eves = await save(calendar(holiday("christmas_eve")));
  const first = schedule({
    hours: [hours(360, 1320), hours(420, 540, { weekday: 2, every_weeks: 2 })],
    calendars: [red, eves],
  });
  const id = await save(first);
  const find = async () => (await list()).schedules.find((one) => one.id === id);
  expect(await find()).toMatchObject({
    name: first.name,
    organization_id: organization,
    calendars: [red, eves],
    hours: [
      { weekday: 1, from: 360, to: 1320, every_weeks: 1, anchor: "2026-11-23", valid_from: null, valid_until: null },
      { weekday: 2, from: 420, to: 540, every_weeks: 2 },
    ],
  });
  expect((await list()).calendars.find((one) => one.id === red)?.days).toEqual([
    typed("2026-12-28", "2026-12-30", [{ from: 600, to: 900 }], "Mellandagar"),
    holiday("public_holidays"),
  ]);

  await save({ ...first, id, name: "Tvättstuga", hours: [hours(1320, 120)], calendars: [eves, red] });
  expect(await find()).toMatchObject({ name: "Tvättstuga", calendars: [eves, red], hours: [{ from: 1320, to: 120 }] });
});

const group = (owner: string | null) => ({
  organization_id: owner,
  name: `Grupp ${made++}`,
  validity_period: "1_month",
  doors: [],
  gates: [],
});
/** A call that saves a form whole, and the place of its thing in the list. */
const WHOLE: Record<string, () => { fn?: string; action?: string; body: { name: string }; listed: string }> = {
  "a schedule": () => ({ body: schedule(), listed: "schedules" }),
  "a calendar": () => ({ action: "SAVE_CALENDAR", body: calendar(holiday("epiphany")), listed: "calendars" }),
  "a group": () => ({ fn: "access-groups", body: group(organization), listed: "groups" }),
  "a group of the installation": () => ({ fn: "access-groups", body: group(null), listed: "groups" }),
};
const rowsOf = z.array(z.object({ id: z.string(), name: z.string(), updated_at: z.string() }));

test.each(Object.entries(WHOLE))(
  "a form of %s that was opened before somebody else saved is refused, and nothing is overwritten",
  async (_, of) => {
    const { fn = "schedules", action = "SAVE", body, listed } = of();
    const call = (given: object) => callFunction(system, fn, given);
    const { body: saved } = await call({ action, ...body });
    const id = saved["id"];
    const now = async () => rowsOf.parse((await call({ action: "LIST" })).body[listed]).find((one) => one.id === id);
    const put = (end: string, seen: string | undefined) =>
      call({ action, ...body, id, name: `${body.name} ${end}`, ...(seen && { seen_at: seen }) });
    const opened = (await now())?.updated_at;
    expect(await put("först", opened)).toMatchObject({ status: 200 });
    expect(await put("sedan", opened)).toMatchObject({ status: 409, body: { code: "changed_by_other" } });
    expect(await now()).toMatchObject({ name: `${body.name} först` });
    expect(await put("till sist", (await now())?.updated_at)).toMatchObject({ status: 200 });
    expect(await put("osedd", undefined)).toMatchObject({ status: 200 });
  },
);

test("hours that overlap are made one, and the answer says how many", async () => {
  const given = schedule({ hours: [hours(360, 720), hours(600, 780), hours(780, 840), hours(900, 960)] });
  const { body } = await ask({ action: "SAVE", ...given });
  expect(body).toMatchObject({ success: true, merged: 2 });
  const saved = (await list()).schedules.find((one) => one.id === body["id"]);
  expect(saved?.hours.map(({ from, to }) => [from, to])).toEqual([
    [360, 840],
    [900, 960],
  ]);
});

test("a holiday on a typed date is said, and the typed date decides", async () => {
  const year = stockholmDay(new Date()).slice(0, 4);
  const body = calendar(holiday("christmas_day"), holiday("boxing_day"), typed(`${year}-12-20`, `${year}-12-25`));
  expect((await ask({ action: "SAVE_CALENDAR", ...body })).body).toMatchObject({
    success: true,
    typed: [{ date: `${year}-12-25`, holiday: "christmas_day" }],
  });
});

test.each([
  ["from = to", [hours(360, 360)], "schedule_time_without_length", "hours"],
  ["25:00", [hours(360, 1500)], "schedule_time_unknown", "hours"],
  ["24:00 as a start", [hours(1440, 60)], "schedule_time_unknown", "hours"],
  ["half a minute", [hours(360.5, 600)], "schedule_time_unknown", "hours"],
  [
    "an end before the start of validity",
    [hours(360, 600, { valid_from: "2026-12-02", valid_until: "2026-12-01" })],
    "schedule_dates_backwards",
    "hours",
  ],
  ["a day of the year 9999", [hours(360, 600, { valid_until: "9999-12-31" })], "schedule_day_far", "hours"],
  ["an empty week", [], "schedule_never_open", "never"],
])("hours with %s are refused by name, and nothing is saved", async (_, given, reason, field) => {
  const before = await list();
  expect(await refused({ action: "SAVE", ...schedule({ hours: given }) })).toEqual([400, reason, field]);
  expect(await list()).toEqual(before);
});

test("an empty week is saved where it is meant", async () => {
  const id = await save(schedule({ hours: [], never: true }));
  expect((await list()).schedules.find((one) => one.id === id)?.hours).toEqual([]);
});

test.each([
  ["a period that ends before it begins", [typed("2026-12-02", "2026-12-01")], "calendar_dates_backwards"],
  ["two periods with one day", [typed("2026-12-01", "2026-12-03"), typed("2026-12-03")], "calendar_dates_overlap"],
  ["a holiday twice", [holiday("epiphany"), holiday("epiphany")], "calendar_holiday_twice"],
  ["hours without length", [holiday("epiphany", [{ from: 60, to: 60 }])], "schedule_time_without_length"],
  ["a time after 24:00", [typed("2026-12-01", "2026-12-01", [{ from: 60, to: 1441 }])], "schedule_time_unknown"],
])("a calendar with %s is refused by name, and nothing is saved", async (_, days, reason) => {
  const before = await list();
  const [status, found] = await refused({ action: "SAVE_CALENDAR", ...calendar(...days) });
  expect([found, Number(status) < 500]).toEqual([reason, true]);
  expect(await list()).toEqual(before);
});

test("a name is taken once for each owner, whatever its case", async () => {
  await save(schedule({ name: "Kontorstid" }));
  expect(await refused({ action: "SAVE", ...schedule({ name: "kontorstid" }) })).toEqual([
    409,
    "schedule_name_taken",
    "name",
  ]);
  await save(schedule({ name: "Kontorstid", organization_id: null }), system);
  expect(await refused({ action: "SAVE", ...schedule({ name: "Kontorstid", organization_id: null }) }, system)).toEqual(
    [409, "schedule_name_taken", "name"],
  );
});

test("a calendar in use is not removed, and its schedules are named", async () => {
  const id = await save(calendar(holiday("public_holidays")));
  const user = await save(schedule({ name: "Använder kalendern", calendars: [id] }));
  const { status, body } = await ask({ action: "REMOVE_CALENDAR", id });
  expect([status, body["reason"], body["error"]]).toEqual([
    409,
    "calendar_in_use",
    "Kalendern används av Använder kalendern. Inget har tagits bort. Ta bort den därifrån först.",
  ]);
  expect((await ask({ action: "REMOVE", id: user })).status).toBe(200);
  expect((await ask({ action: "REMOVE_CALENDAR", id })).status).toBe(200);
  expect(await refused({ action: "REMOVE", id: user })).toEqual([404, "schedule_gone", undefined]);
});

test("an org admin reads the installation's schedules and calendars, uses the calendars, and changes none of them", async () => {
  const red = await save(
    { ...calendar(holiday("public_holidays")), organization_id: null, name: "Röda dagar" },
    system,
  );
  const house = await save(schedule({ organization_id: null, name: "Hela huset", calendars: [red] }), system);
  const own = await save(schedule({ calendars: [red] }));
  const seen = await list();
  expect(seen.schedules.find(({ id }) => id === house)).toMatchObject({
    organization_id: null,
    hours: [{ weekday: 1, from: 360, to: 1320 }],
    calendars: [red],
  });
  expect(seen.calendars.find(({ id }) => id === red)?.days).toEqual([holiday("public_holidays")]);
  expect(seen.schedules.find(({ id }) => id === own)?.calendars).toEqual([red]);

  const shut = { ...calendar(holiday("christmas_eve")), organization_id: null, id: red };
  expect(await refused({ action: "SAVE_CALENDAR", ...shut })).toEqual([404, "calendar_gone", undefined]);
  expect(await refused({ action: "SAVE_CALENDAR", ...shut, organization_id: organization })).toEqual([
    404,
    "calendar_gone",
    undefined,
  ]);
  expect(await refused({ action: "REMOVE_CALENDAR", id: red })).toEqual([404, "calendar_gone", undefined]);
  // The other organisation does not see that or where its calendar is used; the installation's admin sees both.
  expect(JSON.stringify(await list(syd))).not.toContain(own);
  expect(await refused({ action: "REMOVE_CALENDAR", id: red }, system)).toEqual([409, "calendar_in_use", undefined]);
  expect((await list()).calendars.find(({ id }) => id === red)?.days).toEqual([holiday("public_holidays")]);
});

test("the installation's schedule takes no organisation's calendar", async () => {
  const own = await save(calendar(holiday("epiphany")));
  expect(await refused({ action: "SAVE", ...schedule({ organization_id: null, calendars: [own] }) }, system)).toEqual([
    400,
    "schedule_calendar_unknown",
    "calendars",
  ]);
});

test("nobody sees, changes, uses or removes another's schedules and calendars", async () => {
  const [own, days] = [await save(schedule()), await save(calendar(holiday("epiphany")))];
  const installation = await save(schedule({ organization_id: null, name: "Husets" }), system);
  const foreign = { organization_id: String(portal.accounts.syd.organizationId) };
  const ids = (await list(syd)).schedules.map(({ id }) => id);
  expect(ids).not.toContain(own);
  for (const [body, client] of [
    [{ action: "SAVE", ...schedule(), id: own }, syd],
    [{ action: "SAVE", ...schedule(foreign), id: own }, syd],
    [{ action: "REMOVE", id: own }, syd],
    [{ action: "SAVE", ...schedule({ organization_id: null }) }, nord],
    [{ action: "SAVE", ...schedule({ organization_id: null }), id: installation }, nord],
    [{ action: "REMOVE", id: installation }, nord],
    // The owner of a schedule never changes.
    [{ action: "SAVE", ...schedule({ organization_id: null }), id: own }, system],
  ] as const)
    expect(await refused(body, client)).toEqual([404, "schedule_gone", undefined]);
  expect(await refused({ action: "REMOVE_CALENDAR", id: days }, syd)).toEqual([404, "calendar_gone", undefined]);
  expect(await refused({ action: "SAVE", ...schedule({ ...foreign, calendars: [days] }) }, syd)).toEqual([
    400,
    "schedule_calendar_unknown",
    "calendars",
  ]);
  expect(await refused({ action: "SAVE", ...schedule({ calendars: [days, days] }) })).toEqual([
    400,
    "schedule_calendar_twice",
    "calendars",
  ]);
});

test("hours every other week are alike in a preview when their weeks are, also before 2001", async () => {
  const content = async (anchor: string) => {
    const id = await save(schedule({ hours: [hours(360, 1320, { every_weeks: 2, anchor })] }));
    const { rows } = await portal.admin.query<{ content: string }>("select private.schedule_content($1) as content", [
      id,
    ]);
    return rows[0]?.content;
  };
  const even = await content("2000-12-25");
  const odd = await content("2001-01-01");
  expect(odd).not.toBe(even);
  expect(await content("2000-12-31")).toBe(even);
  expect(await content("2000-12-18")).toBe(odd);
});
