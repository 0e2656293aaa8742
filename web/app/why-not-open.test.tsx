// Tests the way from the first page to the reason why a code does not open or somebody was not let in: two presses and a name.
// web/features/people/credential-answer.test.ts and web/features/passages/truth-words.test.ts test the sentences;
// tests/e2e/reconcile/sync-status.test.ts tests that a device that is away leaves a code unwritten.
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { DEVICE_TYPES } from "#contract/devices.ts";
import type { Role } from "#contract/roles.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { garageNow, stepsOver } from "#tests/components/fixtures/overview/sample-overview.ts";
import { doorEvent, explained } from "#tests/components/fixtures/passages/sample-log.ts";
import { samplePerson, samplePin, sampleReplica } from "#tests/components/fixtures/people/sample-person.ts";
import { answerWith, askedOf, page } from "#tests/components/network.ts";
import { ORGANIZATION_ID, openPage } from "#tests/components/open-page.tsx";
import type { Replica } from "#web/features/people/person.ts";
import type { AssignedController } from "#web/lib/controllers/assigned-controllers.ts";

const PERSON = "00000000-0000-4000-8000-000000000002";
const PIN = "00000000-0000-4000-8000-000000000003";
const DOOR = "00000000-0000-4000-8000-000000000004";
const OTHER_DOOR = "00000000-0000-4000-8000-000000000005";
const UNIT = garageNow.controller_id;
const DAY_MS = 86_400_000;

const garage: AssignedController = {
  id: UNIT,
  name: garageNow.name,
  device_type: DEVICE_TYPES[0],
  device_ip: "192.0.2.1",
  device_port: 443,
  enabled: true,
  access_points: [{ id: DOOR, name: "Dörr 1", door_name: null, description: null, enabled: true }],
  organization_controllers: [{ organization_access_points: [] }],
};

const withReplica = (part: Partial<Replica>) =>
  samplePerson({
    id: PERSON,
    organization_id: ORGANIZATION_ID,
    organizations: { id: ORGANIZATION_ID, name: "Brf Norrgården" },
    credentials: [
      samplePin({
        id: PIN,
        controller_assignments: [{ controller_id: UNIT, access_point_id: DOOR }],
        sync_states: [sampleReplica({ controller_id: UNIT, controller_name: garage.name, ...part })],
      }),
    ],
  });
const waiting = withReplica({ state: "pending", synced_at: null, next_try_at: null });

const FOUND = { ids: [PERSON], matched: 1, matched_exact: true, total: 1, total_exact: true };

/** Answers searches for a name with that person, who was refused that many days ago at the door. */
function answerSearch(refusedDaysAgo: number) {
  const refusal = { ...doorEvent(1), occurred_at: new Date(Date.now() - refusedDaysAgo * DAY_MS).toISOString() };
  const { access_points, occurred_at, id } = refusal;
  answerWith({
    "POST /rest/v1/rpc/first_steps": stepsOver,
    "POST /rest/v1/rpc/passages_per_hour": () => Promise.withResolvers<Response>().promise,
    "POST /rest/v1/rpc/search_end_users": FOUND,
    "GET /rest/v1/end_users\\?.*credential_type=eq\\.license_plate": page([{ ...waiting, credentials: [] }]),
    "GET /rest/v1/end_users\\?": page([waiting]),
    "GET /rest/v1/credentials\\?select=id%2Cend_user_id": [{ id: PIN, end_user_id: PERSON }],
    "GET /rest/v1/door_events\\?": ({ address }) => {
      const since = /occurred_at=gte\.([^&]+)/.exec(decodeURIComponent(address))?.[1] ?? "";
      return occurred_at < since ? [] : [{ id, occurred_at, credential_id: PIN, access_points }];
    },
  });
  return refusal;
}

async function lookUp(user: UserEvent, press: (element: Element) => Promise<void>, text: string) {
  await press(await screen.findByRole("button", { name: /^Sök eller hoppa till/ }));
  const palette = within(await screen.findByRole("dialog", { name: "Sök eller hoppa till" }));
  palette.getByRole("searchbox").focus(); // In a browser a visible element gets the focus by itself; tests/e2e checks that.
  await user.keyboard(text);
  return palette;
}

/** Counts presses; only a press leads to the next step. */
function countPresses(user: UserEvent) {
  const counted = { presses: 0 };
  const press = async (element: Element) => {
    counted.presses += 1;
    await user.click(element);
  };
  return { counted, press };
}

test("two presses from the overview say why a person's code does not open, or that it does", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    answerSearch(30);
    answerWith({
      "GET /rest/v1/controllers\\?": page([garage]),
      "POST /rest/v1/rpc/controller_states": [{ ...garageNow, state: "offline", last_error: "unreachable" }],
      "GET /rest/v1/end_users\\?.*id=eq\\.": waiting,
    });
    const user = await openPage("/org-admin", "org_admin");
    const { counted, press } = countPresses(user);
    const palette = await lookUp(user, press, "Alva Exempelsson");
    await press(await palette.findByRole("menuitem", { name: "Alva Exempelsson" }));
    const answer = await screen.findByRole("region", { name: "Fungerar behörigheten?" });
    expect(answer.textContent).toContain(
      "Koden fungerar inte vid Dörr 1: den är inte skriven till Garage Kajen, som inte svarar.",
    );
    expect(counted.presses).toBe(2);
    await expectAccessible();
    answerWith({
      "POST /rest/v1/rpc/controller_states": [garageNow],
      "GET /rest/v1/end_users\\?.*id=eq\\.": withReplica({}),
    });
    await vi.advanceTimersByTimeAsync(10_000);
    await waitFor(() => expect(answer.textContent).toMatch(/^Koden öppnar Dörr 1\./));
  } finally {
    vi.useRealTimers();
  }
});

const ended = withReplica({});
const cellar = { id: OTHER_DOOR, name: "Källare", door_name: null, description: null, enabled: true };

test.each([
  [
    "is over",
    { ...ended, credentials: ended.credentials.map((pin) => ({ ...pin, valid_to: "2026-01-15T10:00:00Z" })) },
    /^Koden fungerar inte: giltigheten gick ut 15 jan/,
  ],
  ["is not for that door", ended, /Koden gäller inte Källare: användaren har inte fått tillgång där\.$/],
])("that a person's code %s is said after two presses from the overview", async (_why, person, sentence) => {
  answerSearch(30);
  answerWith({
    "GET /rest/v1/controllers\\?": page([{ ...garage, access_points: [...garage.access_points, cellar] }]),
    "POST /rest/v1/rpc/controller_states": [garageNow],
    "GET /rest/v1/end_users\\?.*id=eq\\.": person,
  });
  const user = await openPage("/org-admin", "org_admin");
  const { counted, press } = countPresses(user);
  const palette = await lookUp(user, press, "Alva Exempelsson");
  await press(await palette.findByRole("menuitem", { name: "Alva Exempelsson" }));
  const answer = await screen.findByRole("region", { name: "Fungerar behörigheten?" });
  expect(answer.textContent).toMatch(sentence);
  expect(counted.presses).toBe(2);
});

test.each(["system_admin", "org_admin"] satisfies Role[])(
  "why somebody did not get in is two presses from the overview by their name (%s)",
  async (role) => {
    const refusal = answerSearch(2);
    answerWith({
      "GET /rest/v1/merged_log\\?.*id=eq\\.": [refusal],
      "GET /rest/v1/door_log\\?.*id=eq\\.": [refusal],
      "GET /rest/v1/organizations\\?select=kind": { kind: "other" },
      "POST /functions/v1/explain-passage": { success: true, ...explained("no_assignment") },
    });
    const user = await openPage(role === "system_admin" ? "/system-admin" : "/org-admin", role);
    const { counted, press } = countPresses(user);
    const palette = await lookUp(user, press, "alva");
    const why = within(await palette.findByRole("group", { name: "Varför" }));
    await expectAccessible();
    await press(why.getByRole("menuitem", { name: /^Alva Exempelsson kom inte in i Dörr 1 · \d{4}-/ }));
    const drawer = await screen.findByRole("dialog", { name: "Alva kom inte in i Dörr 1" });
    await waitFor(() => expect(drawer.textContent).toContain("Portalen ville"));
    expect(counted.presses).toBe(2);
    expect(askedOf(/explain-passage/).map(({ body }) => body)).toEqual([{ source: "door", id: refusal.id }]);
  },
);

test("a refusal of more than a week ago is not brought up unasked, and found when it is asked for", async () => {
  answerSearch(8);
  const user = await openPage("/org-admin", "org_admin");
  const { press } = countPresses(user);
  const palette = await lookUp(user, press, "alva");
  await palette.findByRole("menuitem", { name: "Alva Exempelsson" });
  await waitFor(() => expect(askedOf(/door_events\?/)).not.toEqual([]));
  expect(palette.queryByRole("group", { name: "Varför" })).toBeNull();
  await user.clear(palette.getByRole("searchbox"));
  await user.keyboard("varför kom alva inte in");
  await palette.findByRole("menuitem", { name: /^Alva Exempelsson kom inte in i Dörr 1/ });
});
