// Tests PIN alone where the reader asks for a card. tests/integration/doors/pin-alone.test.ts tests that the unit then opens.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { entrance, gym } from "#tests/components/fixtures/controllers/sample-access-point.ts";
import { answerWith, askedOf, page } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import type { Door } from "../api/get-access-points.ts";
import { AccessPointsDialog } from "./access-points-dialog.tsx";

const CONTROLLER = { id: gym.controller_id, name: "Gymmet" };
const CHOOSE = "Låt enbart PIN räcka vid Styrketräning";
const UNDO = "Låt läsarens regel gälla vid Styrketräning";

/** Facts of the unit and the database about the gym's door from now on. */
let facts: Partial<Door>;

async function open(first: Partial<Door>) {
  facts = first;
  answerWith({
    "GET /rest/v1/access_points\\?": () => page([{ ...gym, ...facts }, entrance]),
    "POST /rest/v1/rpc/controller_states": [],
    "PATCH /rest/v1/access_points\\?": ({ body }) => {
      facts = { ...facts, pin_alone: Object(body).pin_alone };
      return { ...gym, ...facts };
    },
  });
  const user = await show(<AccessPointsDialog controller={CONTROLLER} onClose={() => undefined} />);
  const row = async () =>
    within(await screen.findByRole("grid", { name: "Hantera åtkomstpunkter" })).findByRole("row", {
      name: /Styrketräning/,
    });
  const press = async (name: string) => user.click(within(await row()).getByRole("button", { name }));
  const answer = async (name: string) => user.click(question().getByRole("button", { name }));
  return { row, press, answer };
}
const question = () => within(screen.getByRole("alertdialog"));
const gone = () => waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
const changes = () => askedOf(/access_points\?id=eq/).map(({ body }) => body);

// Covers: device.14
test("a unit without a rule for a PIN alone is named, left unchanged, and read again once it has one", async () => {
  const { press, answer, row } = await open({ pin_rule: "" });
  expect((await row()).textContent).toContain("Kräver kort");
  expect(screen.queryByRole("button", { name: /räcka vid Entré/ })).toBeNull();
  await press(CHOOSE);
  expect(
    question().getByText(/^Gymmet har ingen autentiseringsprofil som ber om enbart PIN dygnet runt\./),
  ).toBeTruthy();
  expect(question().getByText(/^Lägg upp en sådan profil i styrenhetens eget gränssnitt/)).toBeTruthy();
  await expectAccessible();
  answerWith({
    "POST /functions/v1/axis-proxy": () => {
      facts = { pin_rule: "Bara kod" };
      return { success: true, doors: 2, added: 0, missing: 0, profilesWritten: 0 };
    },
  });
  await answer("Synka åtkomstpunkter");
  expect(await screen.findByText("Gymmet: 2 dörrar på enheten")).toBeTruthy();
  await gone();
  expect(askedOf(/axis-proxy/).map(({ body }) => body)).toEqual([
    { action: "SYNC_ACCESS_POINTS", controller_id: CONTROLLER.id },
  ]);
  // The button is busy until the list has been fetched again.
  await screen.findByRole("button", { name: "Synka åtkomstpunkter" });
  await press(CHOOSE);
  expect(question().getByText(/autentiseringsprofilen Bara kod, som redan finns på styrenheten\.$/)).toBeTruthy();
  expect(changes()).toEqual([]);
});

test("a door whose rules were never read is not called a door without one", async () => {
  const { press } = await open({ pin_rule: null });
  await press(CHOOSE);
  expect(question().getByText(/^Portalen har ännu inte läst autentiseringsprofilerna på Gymmet\./)).toBeTruthy();
  expect(screen.queryByText(/^Lägg upp en sådan profil/)).toBeNull();
});

// Covers: device.14
test("a PIN alone is enough once chosen and on the unit, and the reader's rule is back once undone", async () => {
  const { press, answer, row } = await open({});
  await press(CHOOSE);
  expect(question().getByText(/^Den som får tag på en kod kommer då in utan kort\./)).toBeTruthy();
  await expectAccessible();
  await answer("Låt PIN räcka");
  expect(await screen.findByText("Dörr sparad")).toBeTruthy();
  await gone();
  await waitFor(async () => expect((await row()).textContent).toMatch(/Kräver kort.*Väntar på styrenheten/));
  await expectAccessible();
  // A waiting choice is fetched again automatically.
  facts = { ...facts, pin_use: "always", pin_alone_on_device: true };
  await waitFor(async () => expect((await row()).textContent).toContain("Enbart PIN räcker"));
  expect((await row()).textContent).not.toMatch(/Kräver kort|Väntar/);
  await expectAccessible();

  await press(UNDO);
  expect(question().getByText(/^Vid Styrketräning krävs det som läsaren ber om/)).toBeTruthy();
  await answer("Låt läsarens regel gälla");
  await gone();
  await waitFor(async () => expect((await row()).textContent).toContain("Väntar på styrenheten"));
  facts = { ...facts, pin_use: "never", pin_alone_on_device: false };
  await waitFor(async () => expect((await row()).textContent).toContain("Kräver kort"));
  expect((await row()).textContent).not.toMatch(/Enbart PIN|Väntar/);
  expect(changes()).toEqual([{ pin_alone: true }, { pin_alone: false }]);
});
