// Tests which doors of a controller are offered to an organisation, and who loses a door by a change.
// tests/e2e/organizations/organizations.test.ts tests that the device then stays shut.
import { screen, waitFor, within } from "@testing-library/react";
import { toast } from "sonner";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { CONTROLLER, CONTROLLER_ID, doorId } from "#tests/components/fixtures/organizations/sample-access.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { ORGANIZATION_ID } from "#tests/components/open-page.tsx";
import { sees } from "#tests/components/sees.ts";
import { show } from "#tests/components/show.tsx";
import { OrganizationControllersDialog } from "./organization-controllers-dialog.tsx";

const ORGANIZATION = { id: ORGANIZATION_ID, name: "Brf Lindängen" };
const LINKS = "/rest/v1/organization_access_points";
const done = (status: number) => new Response(null, { status });

interface Standing {
  isGiven?: boolean;
  /** Numbers of the chosen doors. */
  chosen?: number[];
  /** Number of people who lose something by the change. */
  people?: number;
  /** When the server gives the controller. */
  from?: Promise<void>;
}

/** Returns the answer about a change by which so many people lose something. */
const previewed = (people: number) => ({
  success: true,
  people: { gain: 0, lose: people, hours: 0, dates: 0, total: people },
  waiting: 0,
  places: [],
  places_total: 0,
});

/** Opens the dialog; its switches change the organisation's access, like the database. */
async function open({ isGiven = true, chosen = [], people = 0, from = Promise.resolve() }: Standing) {
  let given = isGiven;
  const doors = new Set(chosen.map(doorId));
  answerWith({
    "GET /rest/v1/controllers\\?": page([CONTROLLER]),
    "GET /rest/v1/organization_controllers\\?": () => (given ? [{ controller_id: CONTROLLER_ID }] : []),
    "POST /rest/v1/organization_controllers": async () => {
      await from;
      given = true;
      return done(201);
    },
    [`GET ${LINKS}\\?`]: () => [...doors].map((access_point_id) => ({ access_point_id, controller_id: CONTROLLER_ID })),
    [`POST ${LINKS}`]: ({ body }) => {
      doors.add(Object(body).access_point_id);
      return done(201);
    },
    [`DELETE ${LINKS}\\?`]: ({ address }) => {
      for (const id of doors) if (address.includes(id)) doors.delete(id);
      return done(204);
    },
    "POST /functions/v1/access-preview": ({ body }) =>
      given || Object(body).body.access_point_id === null
        ? previewed(people)
        : json({ error: "Styrenheten är inte tilldelad", code: "controller_not_linked" }, 409),
    "HEAD /rest/v1/sync_states\\?": new Response(null, { headers: { "content-range": "*/0" } }),
    "POST /rest/v1/rpc/controller_states": [],
  });
  const user = await show(<OrganizationControllersDialog organization={ORGANIZATION} onClose={() => undefined} />);
  const dialog = within(screen.getByRole("dialog"));
  const theSwitch = (name: string, checked: boolean) =>
    dialog.findByRole("switch", { name: `${name} tilldelad Brf Lindängen`, checked });
  const press = async (name: string) => user.click(question().getByRole("button", { name }));
  return {
    dialog,
    theSwitch,
    flip: async (name: string, checked: boolean) => user.click(await theSwitch(name, checked)),
    press,
    answer: async (name: string) => {
      await press(name);
      await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    },
  };
}
const asked = async (title: string) => {
  await screen.findByRole("alertdialog", { name: title });
  return screen.getByRole("alertdialog").textContent;
};
const question = () => within(screen.getByRole("alertdialog"));
const changes = () =>
  askedOf(/organization_access_points/).flatMap(({ method, body, address }) => {
    if (method === "GET") return [];
    const id = Object(body).access_point_id ?? new URLSearchParams(address.split("?")[1]).get("access_point_id");
    return [[method, id]];
  });

/** Waits for the calls and for the lists to be read again, so that nothing continues after the test. */
const saved = (wanted: readonly [method: string, id: string][]) =>
  waitFor(() => {
    expect(changes()).toEqual(wanted);
    expect(askedOf(/organization_access_points/).at(-1)?.method).toBe("GET");
  });

// Covers: 2.19
test("a controller is given to an organisation, and all its doors are offered until one is chosen", async () => {
  const { dialog, flip, theSwitch } = await open({ isGiven: false });
  expect(await dialog.findByText("192.0.2.10:80")).toBeTruthy();
  expect(dialog.getByRole("heading", { name: "AXIS ENHETER" })).toBeTruthy();
  expect(dialog.queryByText("Tekniskt: Källare")).toBeNull();
  await flip("Port Lindängen", false);
  await sees("organization-controllers", "Styrenhet tilldelad");
  expect(dialog.getByText("Sparas direkt. Styrenhet tilldelad.")).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Dörrar (3) alla 3 erbjuds Port Lindängen" })).toBeTruthy();
  expect(dialog.getByText("Tekniskt: Källare")).toBeTruthy();
  await expectAccessible();
  await flip("Entré", false);
  await sees("organization-controllers", "Dörr tilldelad");
  await flip("Källare", false);
  expect(await dialog.findByText("2 av 3 tilldelade")).toBeTruthy();
  await theSwitch("Tvättstuga", false);
  await saved([
    ["POST", doorId(1)],
    ["POST", doorId(2)],
  ]);
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("a door that is chosen while its controller is still being given is saved after it", async () => {
  const { promise: from, resolve: give } = Promise.withResolvers<void>();
  const { dialog, flip } = await open({ isGiven: false, from });
  await flip("Port Lindängen", false);
  await flip("Entré", false);
  await flip("Källare", false);
  give();
  await sees("organization-controllers", "Dörr tilldelad");
  expect(await dialog.findByText("2 av 3 tilldelade")).toBeTruthy();
  await saved([
    ["POST", doorId(1)],
    ["POST", doorId(2)],
  ]);
});

test("a switch that is pressed twice while it waits is saved once", async () => {
  const { promise: from, resolve: give } = Promise.withResolvers<void>();
  const { dialog, flip } = await open({ isGiven: false, from });
  await flip("Port Lindängen", false);
  await flip("Entré", false);
  await flip("Entré", false);
  await flip("Källare", false);
  give();
  expect(await dialog.findByText("2 av 3 tilldelade")).toBeTruthy();
  await saved([
    ["POST", doorId(1)],
    ["POST", doorId(2)],
  ]);
});

test("doors that wait are asked about one after the other, and none is dropped", async () => {
  const { promise: from, resolve: give } = Promise.withResolvers<void>();
  const { flip, press, answer } = await open({ isGiven: false, from });
  await flip("Port Lindängen", false);
  await flip("Entré", false);
  await flip("Källare", false);
  answerWith({ "POST /functions/v1/access-preview": previewed(2) });
  give();
  await asked("Erbjud bara Entré");
  await press("Avbryt");
  await asked("Erbjud bara Källare");
  await answer("Erbjud bara den");
  await saved([["POST", doorId(2)]]);
});

test("a door is asked about as things are once the change before it has ended", async () => {
  const { flip, theSwitch } = await open({ chosen: [1, 2] });
  const { promise: refused, resolve: refuse } = Promise.withResolvers<Response>();
  answerWith({ [`DELETE ${LINKS}\\?`]: ({ address }) => (address.includes(doorId(1)) ? refused : done(204)) });
  await flip("Entré", true);
  await theSwitch("Entré", false);
  await flip("Källare", true);
  refuse(json({ code: "42501", message: "Dörren är avstängd", details: null }, 403));
  // It is not the last door, because the other one stays.
  await sees("organization-controllers", "Dörr borttagen");
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await saved([
    ["DELETE", `eq.${doorId(1)}`],
    ["DELETE", `eq.${doorId(2)}`],
  ]);
});

test("the refusal of a door stays when another door is saved, and goes once the door is saved too", async () => {
  const { flip } = await open({ chosen: [3] });
  answerWith({ [`POST ${LINKS}`]: json({ code: "42501", message: "Dörren är avstängd", details: null }, 403) });
  await flip("Entré", false);
  expect(await screen.findByRole("alert")).toBeTruthy();
  answerWith({ [`POST ${LINKS}`]: () => done(201) });
  await flip("Källare", false);
  await sees("organization-controllers", "Dörr tilldelad");
  expect(toast.getToasts()).toHaveLength(2); // One that has ended still stands for a moment.
  await flip("Entré", false);
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

// Covers: 4.5
test("a door that people have is taken away after their number, and kept where that is declined", async () => {
  const { flip, answer, theSwitch } = await open({ chosen: [1, 2], people: 1 });
  await flip("Källare", true);
  expect(await asked("Ta bort Källare")).toContain("1 person förlorar tillgång, även på enheten.");
  await expectAccessible();
  await answer("Avbryt");
  await theSwitch("Källare", true);
  expect(changes()).toEqual([]);
  await flip("Källare", true);
  await asked("Ta bort Källare");
  await answer("Ta bort");
  await sees("organization-controllers", "Dörr borttagen");
  await theSwitch("Källare", false);
  await saved([["DELETE", `eq.${doorId(2)}`]]);
});

// Covers: 4.5
test("the last chosen door warns that all will be offered, the first one who loses the others", async () => {
  const { dialog, flip, answer } = await open({ chosen: [1], people: 2 });
  await flip("Entré", true);
  const last = await asked("Ta bort Entré");
  expect(last).toContain("Utan vald dörr erbjuds alla 3 dörrar på Port Lindängen.");
  expect(last).toContain("Ingen förlorar tillgång.");
  await answer("Ta bort");
  expect(await dialog.findByText("alla 3 erbjuds")).toBeTruthy();
  await flip("Tvättstuga", false);
  const first = await asked("Erbjud bara Tvättstuga");
  expect(first).toContain("Nu erbjuds Brf Lindängen alla dörrar på Port Lindängen. Med en vald dörr erbjuds bara den.");
  expect(first).toContain("2 personer förlorar tillgång, även på enheten.");
  await expectAccessible();
  expect(askedOf(/access-preview/).at(-1)?.body).toMatchObject({
    call: "organization-link",
    body: { access_point_id: doorId(3), linked: true },
  });
  await answer("Erbjud bara den");
  expect(await dialog.findByText("1 av 3 tilldelad")).toBeTruthy();
  await saved([
    ["DELETE", `eq.${doorId(1)}`],
    ["POST", doorId(3)],
  ]);
});
