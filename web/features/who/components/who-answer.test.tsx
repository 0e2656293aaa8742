// Tests the page "Vem kommer in?". tests/integration/passages/who-*.test.ts test what the server answers.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { alva, answerOf, DOOR_ID, PERSON_ID } from "#tests/components/fixtures/passages/sample-passing.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";

const WHO = "POST /rest/v1/rpc/who_may_pass";
const WHERE = "POST /rest/v1/rpc/where_may";
const DOORS = {
  "GET /rest/v1/access_points": page([
    { id: DOOR_ID, name: "D1", door_name: "Tvättstuga", controllers: { name: "Port A" } },
  ]),
};
const hugo = {
  ...alva,
  key: "hugo",
  label: "Hugo Mallström",
  verdict: "unknown" as const,
  device: "pending" as const,
};
const doris = { ...alva, key: "doris", label: "Doris Låtsas", verdict: "out" as const, reason: "disabled" as const };
const asked = (name = /who_may_pass/) => askedOf(name).at(-1)?.body;

test("without a choice the page says what to choose, and a chosen door is asked about", async () => {
  answerWith({ ...DOORS, [WHO]: answerOf([alva, hugo, doris]) });
  const user = await openPage("/system-admin/who", "system_admin");
  expect(await screen.findByText("Ingen vald ännu")).toBeTruthy();
  expect(askedOf(/who_may_pass/)).toEqual([]);
  await expectAccessible();
  await user.click(await screen.findByRole("combobox", { name: /Dörr eller grind/ }));
  await user.click(await screen.findByRole("option", { name: /Tvättstuga · Port A/ }));
  const grid = within(await screen.findByRole("grid", { name: "Vem kommer in?" }));
  expect(asked()).toMatchObject({ access_point_id: DOOR_ID, at: null, verdict: null });
  expect(grid.getByText("Alva Exempelsson")).toBeTruthy();
  expect(grid.getAllByText("tilldelad direkt och via gruppen Städ")).toHaveLength(3);
  expect(grid.getByText("inaktiverad")).toBeTruthy();
  expect(grid.getByText("Väntar")).toBeTruthy();
  expect(screen.getByText("Kommer in: 1 · osäkert: 1 · kommer inte in: 1")).toBeTruthy();
  await expectAccessible();
});

test.each<[what: string, answers: object[], more: object, said: RegExp[]]>([
  [
    "as the portal",
    [{ label: "Alva", verdict: "in", granted: true }],
    {},
    [/^Provat \d\d[.:]\d\d, inget öppnades: enheten svarar som portalen för 1 kod\.$/],
  ],
  [
    "otherwise than the portal",
    [
      { label: "Alva", verdict: "in", granted: false },
      { label: "Doris", verdict: "out", granted: true },
      { label: "Hugo", verdict: "unknown", granted: true },
    ],
    { left: 2 },
    [
      /enheten nekar Alva, fast/,
      /enheten öppnar för Doris, fast/,
      /osäkra som enheten öppnar för: Hugo/,
      /^2 koder hanns/,
    ],
  ],
  ["nothing", [], { trouble: "unreachable", left: 3 }, [/^Enheten svarade inte\./]],
])("the door's own unit is asked by a button, and answers %s", async (_what, answers, more, said) => {
  answerWith({
    ...DOORS,
    [WHO]: answerOf([alva]),
    "POST /functions/v1/ask-unit": {
      success: true,
      asked_at: "2026-11-29T17:00:00Z",
      answers: answers.map((one) => ({ credential_id: PERSON_ID, reason: null, ...one })),
      left: 0,
      trouble: null,
      ...more,
    },
  });
  const user = await openPage(`/org-admin/who?door=${DOOR_ID}`, "org_admin");
  await user.click(await screen.findByRole("button", { name: "Fråga enheten" }));
  for (const sentence of said) expect(await screen.findByText(sentence)).toBeTruthy();
  expect(askedOf(/ask-unit/).map(({ body }) => body)).toEqual([{ access_point_id: DOOR_ID }]);
  await expectAccessible();
});

test("for a later time the unit is asked by the door's schedule, and a difference is marked", async () => {
  const unit = { success: true, asked_at: "2026-11-29T17:00:00Z", by: "schedules", left: 0, trouble: null };
  const said = { credential_id: PERSON_ID, reason: null };
  const answers = [
    { ...said, label: "Alva", verdict: "in", granted: true },
    { ...said, label: "Doris", verdict: "out", granted: true },
  ];
  answerWith({ ...DOORS, [WHO]: answerOf([alva]), "POST /functions/v1/ask-unit": { ...unit, answers } });
  const user = await openPage(`/org-admin/who?door=${DOOR_ID}&day=2099-01-05&time=07:30`, "org_admin");
  await user.click(await screen.findByRole("button", { name: "Fråga enheten" }));
  expect(
    await screen.findByText(/^Enligt dörrens schema på enheten 5 jan 2099 07:30: enheten öppnar för Doris, fast/),
  ).toBeTruthy();
  expect(askedOf(/ask-unit/).map(({ body }) => body)).toEqual([
    { access_point_id: DOOR_ID, at: "2099-01-05T06:30:00.000Z" },
  ]);
  await expectAccessible();
  answerWith({ "POST /functions/v1/ask-unit": { ...unit, answers: [], trouble: "not_reached" } });
  await user.click(screen.getByRole("button", { name: "Fråga enheten" }));
  expect(await screen.findByText(/^Så långt fram har enheten inga scheman ännu\./)).toBeTruthy();
});

test("search, part and time go to the server", async () => {
  answerWith({ ...DOORS, [WHO]: answerOf([alva]) });
  const user = await openPage(`/org-admin/who?door=${DOOR_ID}&day=2099-01-05&time=07:30`, "org_admin");
  await waitFor(() => expect(asked()).toMatchObject({ at: "2099-01-05T06:30:00.000Z" }));
  await user.type(await screen.findByRole("searchbox", { name: "Sök namn" }), "alva");
  await waitFor(() => expect(asked()).toMatchObject({ query: "alva" }));
  const clock = screen.getByRole("textbox", { name: /Klockslag/ });
  await user.clear(clock);
  await user.type(clock, "halv");
  expect(await screen.findByText("Skriv ett klockslag, till exempel 07:30.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Nu" }));
  await waitFor(() => expect(asked()).toMatchObject({ at: null }));
  expect(screen.getByText(/^Visar organisationens egna personer/)).toBeTruthy();
});

test("a time that has passed is asked about and said, in words of the past", async () => {
  const facts = { closed: "outside_door_hours", hours_name: "Tvättider", hours_open: false } as const;
  answerWith({ ...DOORS, [WHO]: answerOf([doris], facts) });
  await openPage(`/org-admin/who?door=${DOOR_ID}&day=2020-01-05&time=10:00`, "org_admin");
  expect(await screen.findByText(/^Tiden har passerat\./)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Fråga enheten" })).toBeNull();
  expect(asked()).toMatchObject({ at: "2020-01-05T09:00:00.000Z" });
  expect(await screen.findByText("Ingen kom in med kod: utanför dörrens öppettider.")).toBeTruthy();
  await expectAccessible();
});

test.each([
  ["longer ago than the log is kept", { known: false }, "Vi vet inte längre"],
  ["before the door was added", { place: null }, "Dörren eller grinden fanns inte då"],
])("a time %s has no answer, and that is said", async (_when, answer, title) => {
  answerWith({ ...DOORS, [WHO]: { ...answerOf([]), ...answer } });
  await openPage(`/org-admin/who?door=${DOOR_ID}&day=2020-01-05`, "org_admin");
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.queryByRole("grid")).toBeNull();
  await expectAccessible();
});

test("a person's doors and gates, found by a search", async () => {
  const person = { id: PERSON_ID, first_name: "Alva", last_name: "Exempelsson" };
  answerWith({
    "POST /rest/v1/rpc/search_end_users": {
      ids: [PERSON_ID],
      matched: 1,
      matched_exact: true,
      total: 1,
      total_exact: true,
    },
    "GET /rest/v1/end_users": page([
      { ...person, apartment: "1102", organizations: { name: "Brf Norrgården" }, credentials: [] },
    ]),
    [WHERE]: { ...answerOf([alva]), place: undefined, person },
  });
  const user = await openPage("/system-admin/who?by=person", "system_admin");
  await user.type(await screen.findByRole("searchbox", { name: "Sök person" }), "alva");
  await user.click(await screen.findByRole("button", { name: "Alva Exempelsson · 1102 · Brf Norrgården" }));
  const grid = within(await screen.findByRole("grid", { name: "Vem kommer in?" }));
  expect(asked(/where_may/)).toMatchObject({ end_user_id: PERSON_ID });
  expect(grid.getByText("Tvättstuga")).toBeTruthy();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Välj en annan" }));
  expect(await screen.findByRole("searchbox", { name: "Sök person" })).toBeTruthy();
});

test.each<[string, ReturnType<typeof answerOf> | Response, RegExp[]]>([
  ["that is gone", answerOf([], null), [/^Dörren eller grinden finns inte$/]],
  [
    "that stands unlocked and that nobody has",
    answerOf([], { everybody: "unlocked", unmanaged: 2 }),
    [
      /^Alla kommer in: dörren står olåst\.$/,
      /^2 koder på enheten känner portalen inte till\. De kan öppna dörren\.$/,
      /^Ingen har tillgång$/,
    ],
  ],
  [
    "whose answer fails",
    json({ code: "22023", message: "refused", details: null, hint: null }, 400),
    [/^Svaret kunde inte hämtas\./],
  ],
])("a door %s", async (_what, answer, said) => {
  answerWith({ ...DOORS, [WHO]: answer });
  await openPage(`/system-admin/who?door=${DOOR_ID}`, "system_admin");
  for (const words of said) expect(await screen.findByText(words)).toBeTruthy();
  await expectAccessible();
});

test.each([
  ["every row", [alva, hugo]],
  ["none", []],
])("an export is audited with the place and the time, and holds %s with the notes of the place", async (_how, rows) => {
  const made: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    if (blob instanceof Blob) made.push(blob);
    return "blob:test";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue(); // A file is no page to go to.
  answerWith({
    ...DOORS,
    [WHO]: answerOf(rows, { everybody: "unlocked", closed: "card_needed", unmanaged: 2 }),
    "POST /rest/v1/rpc/record_export": new Response(null, { status: 204 }),
  });
  const user = await openPage(`/system-admin/who?door=${DOOR_ID}`, "system_admin");
  await user.click(await screen.findByRole("button", { name: "Exportera CSV" }));
  await waitFor(() => expect(made).toHaveLength(1));
  expect(askedOf(/record_export/).at(-1)?.body).toMatchObject({ list: "who", filters: { place: "Tvättstuga" } });
  const text = (await made[0]?.text()) ?? "";
  const notes = [
    "Alla kommer in: dörren står olåst.",
    "Ingen kommer in med kod: läsaren kräver kort, en kod räcker inte.",
    "2 koder på enheten känner portalen inte till. De kan öppna dörren.",
  ].join(" ");
  const lines = text.split("\r\n").slice(1, -1);
  expect(lines).toHaveLength(Math.max(1, rows.length));
  for (const line of lines) expect(line.split(";").slice(10)).toEqual([`"${notes}"`]);
  for (const [index, { label }] of rows.entries()) expect(lines[index]).toContain(label);
  expect(text.includes("Osäkert")).toBe(rows.length > 0);
  vi.restoreAllMocks();
});
