// Tests what keeps a controller from being deleted, and its links. tests/integration/controllers/controller-manager.test.ts tests that the
// database refuses for the same reasons.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { CONTROLLER_ID, doorController } from "#tests/components/fixtures/controllers/sample-controller.ts";
import { lprGate } from "#tests/components/fixtures/controllers/sample-gate.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";
import { refusal } from "#web/lib/calls/functions.ts";
import { stepUpAsked } from "#web/lib/session/step-up.ts";
import { toastFailure } from "#web/ui/toasts/toast.tsx";

const NOW = new Date().toISOString();
const counted = (count: number) => new Response(null, { headers: { "content-range": `*/${count}` } });

const NORTH = { organization_id: "0a4f6f0e-1f0a-4c55-9f4e-0d8a3b1f7a01", name: "Brf Norrgården" };
const SOUTH = { organization_id: "0a4f6f0e-1f0a-4c55-9f4e-0d8a3b1f7a02", name: "Brf Södergården" };

/** Returns the answers that count what each organisation has there. */
const atOrganizations = ({ people = [], groups = [] }: { people?: number[]; groups?: number[] }) => {
  const rows = (counts: number[]) =>
    [NORTH, SOUTH].flatMap((organization, at) => (counts[at] ? [{ ...organization, count: counts[at] }] : []));
  return {
    "GET /rest/v1/organization_controllers\\?": [NORTH, SOUTH],
    "GET /rest/v1/end_users\\?.*count": rows(people),
    "GET /rest/v1/credentials\\?.*count": rows(people.map((count) => count + 1)),
    "GET /rest/v1/access_groups\\?.*count": rows(groups),
  };
};

interface Linked {
  weekly_code_assignments?: number;
  controller_users?: number;
  device_sync?: number;
  door_holds?: number;
}

async function askToDelete(
  linked: Linked,
  {
    name = "Port A",
    error = null,
    ...organizations
  }: { name?: string; error?: string | null; people?: number[]; groups?: number[] } = {},
) {
  answerWith({
    "GET /rest/v1/controllers\\?.*access_points": page([doorController, lprGate]),
    "GET /rest/v1/controller_sync\\?": [
      {
        controller_id: CONTROLLER_ID,
        desired_gen: 1,
        applied_gen: 1,
        last_error: error,
        next_try_at: NOW,
        breaker_open_since: null,
        last_full_at: NOW,
      },
    ],
    "POST /functions/v1/axis-proxy": { success: true, users: [] },
    "POST /rest/v1/rpc/search_end_users": { ids: [], matched: 0, matched_exact: true, total: 0, total_exact: true },
    ...atOrganizations(organizations),
    ...Object.fromEntries(
      Object.entries(linked).map(([table, count]) => [`HEAD /rest/v1/${table}\\?`, counted(count)] as const),
    ),
  });
  const user = await openPage("/system-admin/controllers", "system_admin");
  await user.click(await screen.findByRole("button", { name: `Fler åtgärder för ${name}` }));
  await user.click(await screen.findByRole("menuitem", { name: "Ta bort" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Ta bort styrenhet" }));
  expect(dialog.getByText("Styrenheten har kopplade resurser. Ta bort dessa först.")).toBeTruthy();
  expect(dialog.queryByRole("button", { name: "Ta bort" })).toBeNull();
  const things = dialog.getAllByRole("listitem").map(({ textContent }) => textContent);
  return { user, dialog, things };
}

test.each([
  ["Port A", 2, "2 personer har tillgång genom den."],
  ["Infart Norr", 1, "1 person har tillgång genom den."],
])("the people who keep %s are counted, and led to", async (name, people, said) => {
  const { user, dialog, things } = await askToDelete({ device_sync: people }, { name, people: [people] });
  const takes =
    people === 1
      ? "Personen förlorar den, även på enheten. Personen och koderna finns kvar."
      : "Alla förlorar den, även på enheten. Personerna och deras koder finns kvar.";
  expect(things[0]?.startsWith(said)).toBe(true);
  expect(things[0]?.endsWith(`${takes}Ta från 2 organisationerVisa slutanvändare`)).toBe(true);
  expect(things.slice(1)).toEqual([
    people === 1 ? "Brf Norrgården1 person, 2 behörigheter" : "Brf Norrgården2 personer, 3 behörigheter",
    "Brf Södergårdeningen tillgång",
  ]);
  await expectAccessible();
  answerWith({ "GET /rest/v1/controllers\\?select=name": { name } });
  await user.click(dialog.getByRole("link", { name: "Visa slutanvändare" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Alla Slutanvändare" })).toBeTruthy();
  expect(await screen.findByRole("button", { name: new RegExp(`Genom ${name}`) })).toBeTruthy();
  const id = name === "Port A" ? CONTROLLER_ID : lprGate.id;
  await waitFor(() => expect(JSON.stringify(askedOf(/search_end_users/).at(-1)?.body)).toContain(id));
});

test("weekly codes and users of its own are each led to, beside each other", async () => {
  const { user, dialog, things } = await askToDelete({
    weekly_code_assignments: 1,
    controller_users: 1,
    device_sync: 2,
  });
  expect(things).toEqual([
    "1 användare finns bara på styrenheten.Visa användarna",
    "1 veckokod gäller på den.Visa veckokoder",
  ]);
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Visa veckokoder" }));
  expect(await screen.findByRole("dialog", { name: "Veckokoder" })).toBeTruthy();
  expect(screen.queryByRole("dialog", { name: "Ta bort styrenhet" })).toBeNull();
});

// Covers: page.8
test("doors that are held unlocked lead to the doors of the controller, where they are locked", async () => {
  const { dialog, things } = await askToDelete({ door_holds: 2 });
  expect(things).toEqual(["2 dörrar hålls olåsta av portalen. Lås dem först.Visa dörrarna"]);
  expect(dialog.getByRole("link", { name: "Visa dörrarna" }).getAttribute("href")).toBe(
    `/system-admin/doors?controller=${CONTROLLER_ID}`,
  );
});

test("the users that only it has are shown over the page", async () => {
  const { user, dialog } = await askToDelete({ controller_users: 3 });
  expect(dialog.getByText("3 användare finns bara på styrenheten.")).toBeTruthy();
  expect(dialog.queryByText(/^Är enheten borta för alltid/)).toBeNull(); // The controller answers, so nobody is asked whether it is gone for good.
  await user.click(dialog.getByRole("button", { name: "Visa användarna" }));
  expect(await screen.findByRole("dialog", { name: "Användare på styrenheten" })).toBeTruthy();
});

test("removals that wait for a device that is away lead to Synkstatus, and to retiring it", async () => {
  const { user, dialog, things } = await askToDelete({ device_sync: 1 }, { error: "timeout" });
  expect(things).toEqual(["1 borttagning är inte bekräftad av enheten.Visa synkstatus"]);
  expect(dialog.getByRole("link", { name: "Visa synkstatus" }).getAttribute("href")).toBe("/system-admin/sync");
  expect(await dialog.findByText("Är enheten borta för alltid tas alla bort när du avvecklar den.")).toBeTruthy();
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Avveckla styrenhet" }));
  expect(await screen.findByRole("alertdialog", { name: "Avveckla styrenhet" })).toBeTruthy();
});

const nothingLeft = {
  ...atOrganizations({}),
  "GET /rest/v1/organization_controllers\\?": [],
  "HEAD /rest/v1/device_sync\\?": counted(0),
};

// Covers: page.8
test("the controller is taken from its organisations in one press after a step-up, and may then be deleted", async () => {
  const { user, dialog, things } = await askToDelete({ device_sync: 134 }, { people: [90, 44], groups: [2] });
  expect(dialog.getByText("134 personer har tillgång genom den.")).toBeTruthy();
  expect(things.slice(1)).toEqual([
    "Brf Norrgården90 personer, 91 behörigheter, 2 grupper",
    "Brf Södergården44 personer, 45 behörigheter",
  ]);
  let asked = 0;
  answerWith({
    "GET /auth/v1/settings": { external: {}, sms_provider: "", mail_configured: false },
    "POST /functions/v1/controller-manager": () => {
      asked += 1;
      if (asked === 1) return json({ error: "Bekräfta", code: "reauthentication_needed" }, 403);
      answerWith(nothingLeft);
      return { success: true, organizations: 2, people: 134 };
    },
  });
  await user.click(dialog.getByRole("button", { name: "Ta från 2 organisationer" }));
  expect(await screen.findByText(/^Du är på väg att ta styrenheten från alla organisationer\./)).toBeTruthy();
  stepUpAsked.get()?.answer(true);
  expect(await screen.findByText("134 personer har inte längre tillgång genom den")).toBeTruthy();
  expect(askedOf(/controller-manager/).map(({ body }) => body)).toEqual([
    { action: "UNASSIGN", id: CONTROLLER_ID },
    { action: "UNASSIGN", id: CONTROLLER_ID },
  ]);
  const question = within(await screen.findByRole("alertdialog", { name: "Ta bort styrenhet" }));
  expect(question.getByText(/Ingen har tillgång genom den\./)).toBeTruthy();
});

// Covers: page.8
test("a group without people that has the controller is counted, and loses it in one press", async () => {
  const { user, dialog, things } = await askToDelete({}, { groups: [1] });
  expect(things[0]).toMatch(/^1 grupp utan användare har den\./);
  expect(dialog.queryByRole("link", { name: "Visa slutanvändare" })).toBeNull();
  answerWith({
    "POST /functions/v1/controller-manager": () => {
      answerWith(nothingLeft);
      return { success: true, organizations: 2, people: 0 };
    },
  });
  await user.click(dialog.getByRole("button", { name: "Ta från 2 organisationer" }));
  expect(await screen.findByText("Ingen grupp har den längre")).toBeTruthy();
  expect(await screen.findByRole("alertdialog", { name: "Ta bort styrenhet" })).toBeTruthy();
});

// Covers: page.8
test("a unit that is refused for another controller of its network leads to what that one takes when it is removed", async () => {
  answerWith({
    "GET /rest/v1/controllers\\?.*access_points": ({ address }) =>
      address.includes(`id=eq.${CONTROLLER_ID}`) ? doorController : page([doorController, lprGate]),
    "GET /rest/v1/controller_sync\\?": [],
    ...atOrganizations({ people: [3, 1] }),
  });
  const user = await openPage("/system-admin/controllers", "system_admin");
  await screen.findByRole("button", { name: "Lägg till styrenhet" });
  const params = { controller: "Port A", controller_id: CONTROLLER_ID };
  const body = {
    error: "Enheten delar register.",
    code: "device_shares_system",
    reason: "device_shares_system",
    params,
  };
  toastFailure("controller:save", refusal(409, body));
  await user.click(await screen.findByRole("button", { name: "Ta bort Port A" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Ta bort styrenhet" }));
  expect(dialog.getByText("4 personer har tillgång genom den.")).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(location.search).toBe("");
});
