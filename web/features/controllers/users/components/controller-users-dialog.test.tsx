// Tests the list of people on a controller: fetched again automatically, kept while the device is away, with unmanaged objects.
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { AxisUser } from "#contract/functions/axis-proxy.ts";
import { CONTROLLER_USERS_REFRESH_MS } from "#contract/limits.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { ControllerUsersDialog } from "./controller-users-dialog.tsx";

const CONTROLLER = { id: "00000000-0000-4000-8000-00000000000c", name: "Huset" };
const guard: AxisUser = {
  token: "u-1",
  Name: "Vera Vakt",
  Attribute: [],
  userToken: "u-1",
  credentialToken: "c-1",
  name: "Vera Vakt",
  firstName: "Vera",
  lastName: "Vakt",
  pin: "905172",
  validFrom: null,
  validTo: null,
  enabled: true,
  owned: false,
  sourceKind: null,
  onDevice: true,
  state: null,
};
const byHand: AxisUser = {
  ...guard,
  userToken: "u-2",
  credentialToken: null,
  firstName: "Städ",
  lastName: "Hus 1",
  pin: null,
};
const AWAY = json({ error: "Enheten svarar inte.", code: "device_unreachable" }, 504);

let users: readonly AxisUser[] | null;
afterEach(() => {
  vi.useRealTimers();
});

async function open() {
  answerWith({
    "POST /functions/v1/axis-proxy": ({ body }) => {
      const { action } = Object(body);
      if (action !== "LIST_USERS") return { success: true, state: "synced", pending: [], credentialToken: "c-1" };
      return users === null ? AWAY : { success: true, users };
    },
    "POST /rest/v1/rpc/controller_states": [],
  });
  const user = await show(<ControllerUsersDialog controller={CONTROLLER} onClose={() => undefined} />);
  const grid = () => screen.findByRole("grid", { name: "Användare på styrenheten" });
  const row = async (name: string) => within(await grid()).findByRole("row", { name: new RegExp(name) });
  return { user, row };
}
const changes = () =>
  askedOf(/axis-proxy/)
    .map(({ body }) => Object(body))
    .filter(({ action }) => action !== "LIST_USERS");

// Covers: device.30
test("the list is read again every 30 seconds, and keeps its rows while the device is away", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  users = [guard];
  const { row } = await open();
  const wait = () => vi.advanceTimersByTimeAsync(CONTROLLER_USERS_REFRESH_MS);
  await screen.findByText("Vera Vakt");
  users = [guard, byHand];
  await wait();
  expect(within(await row("Städ Hus 1")).getByText("Utan PIN")).toBeTruthy();
  users = null;
  await wait();
  const note = await screen.findByText(
    /^Styrenhetens användare kunde inte hämtas\. Enheten svarar inte\..*senast lästes\.$/,
  );
  expect(note).toBeTruthy();
  expect(await row("Vera Vakt")).toBeTruthy();
  vi.useRealTimers();
  await expectAccessible();
  users = [guard];
  screen.getByRole("button", { name: "Försök igen" }).click();
  await waitFor(() => expect(screen.queryByText(/kunde inte hämtas/)).toBeNull());
  await waitFor(() => expect(screen.queryByText("Städ Hus 1")).toBeNull());
});

test("a person unknown to the portal is called so, taken over by a press, and removed with a notice", async () => {
  users = [guard, byHand];
  const { user, row } = await open();
  const vera = within(await row("Vera Vakt"));
  expect(vera.getByText("Ägs inte av portalen")).toBeTruthy();
  expect(vera.getByRole("img", { name: "PIN, dold" })).toBeTruthy();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Ta bort Städ Hus 1" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Ta bort användare" }));
  expect(question.getByText(/Städ Hus 1 ägs inte av portalen och tas bort på Huset\./)).toBeTruthy();
  expect(changes()).toEqual([]);
  users = [guard];
  await user.click(question.getByRole("button", { name: "Ta bort" }));
  expect(await screen.findByText("Användare raderades")).toBeTruthy();
  const removal = expect.objectContaining({ action: "DELETE_USER", userToken: "u-2", adopt: true });
  expect(changes()).toEqual([removal]);
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());

  await user.click(screen.getByRole("button", { name: "Ta över Vera Vakt" }));
  expect(screen.getByText(/^Personen lades till på enheten av någon annan\./)).toBeTruthy();
  users = [{ ...guard, owned: true, sourceKind: "direct", state: "synced" }];
  await user.click(screen.getByRole("button", { name: "Ta över" }));
  expect(await screen.findByText("Användare uppdaterades")).toBeTruthy();
  expect(changes()).toEqual([removal, expect.objectContaining({ controller_id: CONTROLLER.id, adopt: true })]);
  expect(await within(await row("Vera Vakt")).findByText("Synkad")).toBeTruthy();
  expect(within(await row("Vera Vakt")).queryByText("Ägs inte av portalen")).toBeNull();
});
