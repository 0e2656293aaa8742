// Tests the hours of a door. tests/e2e/doors/schedules.test.ts tests that its device keeps them.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { gym } from "#tests/components/fixtures/controllers/sample-access-point.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { doorHoursTexts as t } from "#web/features/controllers/texts/door-hours.sv.ts";
import type { Door } from "../api/get-access-points.ts";
import { AccessPointsDialog } from "./access-points-dialog.tsx";

const ID = "00000000-0000-4000-8000-0000000000a1";
const HOURS = { from: 360, to: 1_320, every_weeks: 1, anchor: "2026-01-01", valid_from: null, valid_until: null };
const LAUNDRY = {
  id: ID,
  organization_id: null,
  name: "Tvättstuga",
  updated_at: "",
  hours: [{ ...HOURS, weekday: 1 }],
  calendars: [],
};
const OTHERS = { ...LAUNDRY, id: gym.id, organization_id: gym.id, name: "Föreningens" };

let facts: Partial<Door>;

async function open(first: Partial<Door>, schedules: object[] = [LAUNDRY, OTHERS]) {
  facts = first;
  answerWith({
    "GET /rest/v1/access_points\\?": () => page([{ ...gym, pin_use: "always", ...facts }]),
    "POST /rest/v1/rpc/controller_states": [],
    "POST /functions/v1/schedules": { success: true, schedules, calendars: [] },
    "PATCH /rest/v1/access_points\\?": ({ body }) => {
      facts = { ...facts, ...Object(body), hours_token: null, hours_problem: null };
      return { ...gym, ...facts };
    },
  });
  const user = await show(
    <AccessPointsDialog controller={{ id: gym.controller_id, name: "Huset" }} onClose={() => undefined} />,
  );
  const row = async () =>
    within(await screen.findByRole("grid", { name: "Hantera åtkomstpunkter" })).findByRole("row", {
      name: /Styrketräning/,
    });
  const ask = async () => user.click(within(await row()).getByRole("button", { name: "Öppettider för Styrketräning" }));
  const question = () => within(screen.getByRole("alertdialog"));
  const choose = async (name: RegExp) => {
    await user.click(question().getByRole("button", { name: /Schema/ }));
    await user.click(await screen.findByRole("option", { name }));
    await user.click(question().getByRole("button", { name: "Spara" }));
  };
  return { user, row, ask, question, choose };
}
const changes = () => askedOf(/access_points\?id=eq/).map(({ body }) => body);

test("a door gets a schedule, waits for its device, has it confirmed, and is open always again", async () => {
  const { row, ask, question, choose } = await open({});
  await ask();
  expect(
    question().getByText(/^Tiderna begränsar varje rättighet vid dörren: .* Vägen ut är alltid öppen\.$/),
  ).toBeTruthy();
  await expectAccessible();
  await choose(/^Tvättstuga/);
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await waitFor(async () => expect((await row()).textContent).toContain("Tvättstuga väntar på enheten"));
  // Hours that wait are fetched again automatically.
  facts = { ...facts, hours_token: "wp-sch-1" };
  await waitFor(async () => expect((await row()).textContent).toContain("Öppet enligt Tvättstuga"));
  await ask();
  await choose(/^Alltid/);
  await waitFor(async () => expect((await row()).textContent).not.toContain("Tvättstuga"));
  expect(changes()).toEqual([{ hours_schedule_id: ID }, { hours_schedule_id: null }]);
});

test.each([
  ["did not keep hours", false, true],
  ["kept hours", true, false],
  ["has not been told of any", null, false],
])("before hours are saved at a unit that %s: said that nobody would get in", async (_what, keeps_hours, isSaid) => {
  const { ask, question, user } = await open({ controllers: { keeps_hours } });
  await ask();
  expect(question().queryByText(t.unable)).toBeNull();
  await user.click(question().getByRole("button", { name: /Schema/ }));
  await user.click(await screen.findByRole("option", { name: /^Tvättstuga/ }));
  expect(question().queryAllByText(t.unable)).toHaveLength(isSaid ? 1 : 0);
  expect(changes()).toEqual([]);
});

test("an organisation's schedule is not offered, and without any the question says where they are made", async () => {
  const { ask, question } = await open({}, [OTHERS]);
  await ask();
  expect(await question().findByText("Det finns inga scheman ännu. Lägg till ett på sidan Scheman.")).toBeTruthy();
});

test("schedules that cannot be fetched are said so", async () => {
  const { ask, question } = await open({});
  answerWith({ "POST /functions/v1/schedules": json({ success: false }, 400) });
  await ask();
  expect(await question().findByText(/^Schemana kunde inte hämtas\./)).toBeTruthy();
});

test.each([
  ["no_schedules", "Styrenheten har inte stöd för scheman"],
  ["wrong_time_zone", "Styrenhetens klocka följer inte svensk tid"],
  ["hours_refused", "Styrenheten tog inte emot schemat"],
  ["hours_not_kept", "Styrenheten svarar att den skulle öppna på andra tider"],
] as const)("a device that does not keep the hours, %s, says why in words", async (hours_problem, words) => {
  const { user, row } = await open({ hours_schedule_id: ID, hours_problem });
  const pill = await within(await row()).findByText("Kan inte hålla öppettiderna");
  await user.hover(pill);
  expect(await screen.findByText(new RegExp(`^${words}`))).toBeTruthy();
  await expectAccessible();
});

test("hours that the unit's own log has shown are said to be confirmed twice", async () => {
  const { user, row } = await open({
    hours_schedule_id: ID,
    hours_token: "wp-sch-1",
    hours_seen_at: "2026-11-27T06:00:10Z",
  });
  await user.hover(await within(await row()).findByText("Öppet enligt Tvättstuga"));
  expect(
    await screen.findByText(/bekräftat tiderna\. .* Enhetens egen logg visade 2026-11-27 07:00 att den följer dem\.$/),
  ).toBeTruthy();
});
