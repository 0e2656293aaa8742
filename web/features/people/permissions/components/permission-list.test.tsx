import { type BoundFunctions, type queries, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { OwnWeeklyCode } from "#contract/functions/own-weekly-codes.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { answerWith, page } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";
import { sees } from "#tests/components/sees.ts";
import type { AssignedController } from "#web/lib/controllers/assigned-controllers.ts";

const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
const entrance = { id: id(1), name: "Dörr 1", door_name: "Entré Hus 1", description: "Mot gården", enabled: true };
const shut = { id: id(2), name: "Dörr 2", door_name: null, description: null, enabled: false };
const everyDoor = [{ organization_access_points: [] }];
const port: AssignedController = {
  id: id(3),
  name: "Garage Kajen",
  device_type: "axis",
  device_ip: "192.0.2.1",
  device_port: 443,
  enabled: true,
  access_points: [entrance, shut],
  organization_controllers: everyDoor,
};
const gate: AssignedController = {
  ...port,
  id: id(4),
  name: "Infart Norr",
  device_type: "axxon_lpr",
  access_points: [],
};

async function open(controllers: readonly AssignedController[], codes: readonly OwnWeeklyCode[] = []) {
  answerWith({
    "GET /rest/v1/controllers\\?": page(controllers),
    "POST /functions/v1/own-weekly-codes": ({ body }) =>
      Object(body).action === "LIST" ? { success: true, codes } : { success: true, code: "480715" },
  });
  const user = await openPage("/org-admin/permissions", "org_admin");
  const unit = async (name: string) => {
    const card = (await screen.findByRole("heading", { name, level: 3 })).closest("li");
    return within(card ?? document.createElement("li"));
  };
  return { user, unit };
}

/** Returns the states: the controller's, then its doors'. */
const states = (card: BoundFunctions<typeof queries>) =>
  card.getAllByText(/^(Aktiv|Inaktiv)$/).map(({ textContent }) => textContent);

// Covers: 2.39
test("controllers stand in two groups; a door controller folds out its doors with their state", async () => {
  const { user, unit } = await open([port, gate]);
  const doors = within(await screen.findByRole("region", { name: "AXIS Enheter" }));
  await sees("permissions", "Behörigheter", "AXIS Enheter", "AXXON LPR Enheter", "Aktiv");
  const gates = within(screen.getByRole("region", { name: "AXXON LPR Enheter" }));
  expect(doors.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual(["Garage Kajen"]);
  expect(gates.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual(["Infart Norr"]);
  const garage = await unit("Garage Kajen");
  expect(states(garage)).toEqual(["Aktiv", "Inaktiv", "Aktiv"]);
  expect(states(await unit("Infart Norr"))).toEqual(["Aktiv"]);
  const fold = garage.getByRole("button", { name: "Dörrar (2), Garage Kajen" });
  expect(fold.getAttribute("aria-expanded")).toBe("false");
  await user.click(fold);
  expect(fold.getAttribute("aria-expanded")).toBe("true");
  await sees("permissions", "Inaktiv");
  const shown = (await garage.findAllByRole("listitem")).map(({ textContent }) => textContent);
  expect(shown).toEqual(["Dörr 2Inaktiv", "Entré Hus 1Dörr 1 · Mot gårdenAktiv"]);
  await expectAccessible();
});

// Covers: 2.39
test("an organisation with only a closed door of a controller sees that door, and nothing as active", async () => {
  const { unit } = await open([
    { ...port, organization_controllers: [{ organization_access_points: [{ access_point_id: shut.id }] }] },
  ]);
  const garage = await unit("Garage Kajen");
  expect(states(garage)).toEqual(["Inaktiv", "Inaktiv"]);
  expect(garage.getByRole("button", { name: "Dörrar (1), Garage Kajen" })).toBeTruthy();
});

// Covers: 2.21, 2.39
test("an organisation that was given nothing reads that it has nothing", async () => {
  await open([]);
  await sees("permissions", "Inga styrenheter tilldelade");
});

test("the note with the week's code names the doors whose readers take it", async () => {
  const short = { ...entrance, id: id(5), name: "Dörr 3", door_name: "Soprum", pin_min: 4, pin_max: 4 };
  const { user, unit } = await open(
    [{ ...port, access_points: [entrance, shut, short] }],
    [
      {
        id: id(6),
        controller_id: port.id,
        week_number: 48,
        year: 2026,
        // Valid whatever the clock says.
        valid_from: "2020-11-22T23:00:00+00:00",
        valid_to: "2099-11-29T23:00:00+00:00",
        is_written: true,
        is_own: true,
      },
    ],
  );
  const garage = await unit("Garage Kajen");
  await user.click(await garage.findByRole("button", { name: "Visa PIN-kod för Garage Kajen" }));
  await user.click(await garage.findByRole("button", { name: "Lämna över koden, Garage Kajen" }));
  const note = await screen.findByRole("region", { name: "Lapp att lämna över" });
  expect(note.textContent).toContain("480715DörrarEntré Hus 1Gäller23 november 2020 – 29 november 2099");
});
