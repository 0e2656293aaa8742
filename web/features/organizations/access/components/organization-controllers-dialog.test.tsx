// tests/e2e/organizations/organizations.test.ts takes an organisation's access away on the real device.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { ControllerWithDoors } from "#contract/tables/controllers.ts";
import type { ControllerState } from "#contract/tables/sync-status.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { controllerAway } from "#tests/components/controller-away.ts";
import { CONTROLLER, CONTROLLER_ID, doorId, GATE } from "#tests/components/fixtures/organizations/sample-access.ts";
import { listedOrganization } from "#tests/components/fixtures/organizations/sample-organization.ts";
import { answerWith, askedOf, page } from "#tests/components/network.ts";
import { ORGANIZATION_ID, openPage } from "#tests/components/open-page.tsx";
import { sees } from "#tests/components/sees.ts";
import { networkState } from "#web/lib/calls/network-state.ts";

interface Opened {
  readonly people: number;
  readonly state: readonly ControllerState[];
  readonly controllers?: readonly ControllerWithDoors[];
}

async function open({ people, state, controllers = [CONTROLLER] }: Opened) {
  answerWith({
    "GET /rest/v1/organizations\\?": page([listedOrganization(ORGANIZATION_ID, "Brf Lindängen")]),
    "GET /rest/v1/controllers\\?": page(controllers),
    "GET /rest/v1/organization_controllers\\?": [{ controller_id: CONTROLLER_ID }],
    "GET /rest/v1/organization_access_points\\?": [{ access_point_id: doorId(3), controller_id: CONTROLLER_ID }],
    "POST /functions/v1/access-preview": {
      success: true,
      people: { gain: 0, lose: people, hours: 0, dates: 0, total: people },
      waiting: 0,
      places: [],
      places_total: 0,
    },
    "HEAD /rest/v1/sync_states\\?": new Response(null, { headers: { "content-range": "*/0" } }),
    "POST /rest/v1/rpc/controller_states": state,
  });
  const user = await openPage("/system-admin/organizations", "system_admin");
  await user.click(await screen.findByRole("button", { name: /Hantera styrenheter för Brf Lindängen/ }));
  if (controllers.length > 0) await screen.findByRole("switch", { name: "Port Lindängen tilldelad Brf Lindängen" });
  return user;
}

const theSwitch = (name: string, checked: boolean) =>
  screen.findByRole("switch", { name: `${name} tilldelad Brf Lindängen`, checked });
const question = () => within(screen.getByRole("alertdialog"));

// Covers: 2.19
test("door controllers and gates stand in a group each, and a door says its names and what it is", async () => {
  const door = { ...CONTROLLER.access_points[2], door_name: "Tvättstugan", description: "Bakom cykelrummet" };
  const named = { ...CONTROLLER, access_points: [...CONTROLLER.access_points.slice(0, 2), Object(door)] };
  await open({ people: 0, state: [], controllers: [named, GATE] });
  await sees(
    "organization-controllers",
    "Styrenheter för {organization}",
    "AXIS ENHETER",
    "AXXON LPR ENHETER",
    "Dörrar ({n})",
    "Tekniskt: {name}",
  );
  const dialog = within(screen.getByRole("dialog"));
  for (const said of ["Dörrar (3)", "Tvättstugan", /^Tekniskt: Tvättstuga · Bakom cykelrummet$/, "192.0.2.10:80"])
    expect(dialog.getByText(said)).toBeTruthy();
  const order = ["AXIS ENHETER", "Port Lindängen", "AXXON LPR ENHETER", "Infart Lindängen"];
  const text = screen.getByRole("dialog").textContent;
  expect([...order].sort((a, b) => text.indexOf(a) - text.indexOf(b))).toEqual(order);
});

// Covers: 2.19
test("without any controller in the portal that is said", async () => {
  await open({ people: 0, state: [], controllers: [] });
  await sees("organization-controllers", "Inga styrenheter tillgängliga");
  expect(screen.queryByRole("switch")).toBeNull();
});

// Covers: 4.4
test("a refused switch slides back with the reason", async () => {
  const user = await open({ people: 0, state: [] });
  const { promise: held, reject: lose } = Promise.withResolvers<Response>();
  answerWith({ "POST /rest/v1/organization_access_points": () => held });
  await user.click(await theSwitch("Entré", false));
  await theSwitch("Entré", true);
  await waitFor(() => expect(askedOf(/organization_access_points$/)).toHaveLength(1));
  lose(new TypeError("Failed to fetch"));
  expect(await screen.findByText("Anslutningsproblem.", { exact: false })).toBeTruthy();
  await theSwitch("Entré", false);
  expect(askedOf(/organization_access_points$/).map(({ body }) => body)).toEqual([
    { organization_id: ORGANIZATION_ID, access_point_id: doorId(1) },
  ]);
  // The server answers again, but the failed change is not sent again.
  await waitFor(() => expect(networkState.get().status).toBe("ok"));
  await vi.dynamicImportSettled();
  expect(screen.getByText("Anslutningsproblem.", { exact: false })).toBeTruthy();
  answerWith({ "POST /rest/v1/organization_access_points": new Response(null, { status: 201 }) });
  await user.click(await theSwitch("Entré", false));
  await waitFor(() => expect(screen.queryByText("Anslutningsproblem.", { exact: false })).toBeNull());
});

test("the search finds the controller of a door, and says when it finds none", async () => {
  const user = await open({ people: 0, state: [] });
  const search = within(screen.getByRole("dialog")).getByRole("searchbox");
  await user.type(search, "tvättst");
  await theSwitch("Port Lindängen", true);
  await user.clear(search);
  await user.type(search, "finns inte");
  expect(await screen.findByText("Ingen styrenhet eller dörr matchar sökningen.")).toBeTruthy();
  expect(screen.queryByRole("switch")).toBeNull();
  await expectAccessible();
});

const AWAY = controllerAway(CONTROLLER_ID, "Port Lindängen");

// Covers: 4.4
test.each([
  ["away", [AWAY], "2 personer förlorar tillgång i portalen.", "även på enheten"],
  ["there", [], "2 personer förlorar tillgång, även på enheten.", "svarar inte"],
] as const)("a controller that is %s is taken away after the number of people", async (_how, state, said, unsaid) => {
  const user = await open({ people: 2, state });
  await user.click(await theSwitch("Port Lindängen", true));
  expect(await screen.findByText(said, { exact: false })).toBeTruthy();
  if (state.length > 0) expect(await question().findByText(/svarar inte/)).toBeTruthy();
  expect(screen.getByRole("alertdialog").textContent).not.toContain(unsaid);
  await expectAccessible();
  await user.click(question().getByRole("button", { name: "Avbryt" }));
  await theSwitch("Port Lindängen", true);
  expect(askedOf(/organization_controllers/).filter(({ method }) => method === "DELETE")).toEqual([]);

  answerWith({
    "DELETE /rest/v1/organization_controllers": new Response(null, { status: 204 }),
    "GET /rest/v1/organization_controllers\\?": [],
    "GET /rest/v1/organization_access_points\\?": [],
  });
  await user.click(await theSwitch("Port Lindängen", true));
  await screen.findByRole("alertdialog");
  await user.click(question().getByRole("button", { name: "Ta bort" }));
  await sees("organization-controllers", "Styrenhet borttagen");
  await theSwitch("Port Lindängen", false);
  await waitFor(() =>
    expect(askedOf(/organization_controllers/).filter(({ method }) => method === "DELETE")).toHaveLength(1),
  );
});
