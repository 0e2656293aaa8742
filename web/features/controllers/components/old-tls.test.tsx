// Tests a unit without TLS 1.2 in a controller's dialog: somebody must consent, for that unit and address only.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import {
  CONTROLLER_ID,
  deviceFacts,
  doorController,
  foundAt,
  testAnswer,
} from "#tests/components/fixtures/controllers/sample-controller.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import type { DeviceFacts } from "../api/device-facts.ts";
import type { ListedController } from "../api/get-controllers.ts";
import { ControllerDialog } from "./controller-dialog.tsx";

const ALLOW = "Tillåt äldre TLS för den här styrenheten";
const TOO_OLD = json({ error: "Enheten talar en för gammal TLS.", code: "device_tls_too_old" }, 502);
const OLD = { tls: "TLSv1" } as const;
const fingerprint = "b1".repeat(32);
const place = { device_ip: "https://192.0.2.10", device_port: 443 };
const moved = { ...place, device_port: 8443 };
const ASKED = /functions\/v1\/(axis-proxy|controller-manager)/;

let facts: DeviceFacts;

/** Imitates a device that shows its certificate only in old TLS, and is used where that is allowed. */
function answerAsOld(at: typeof place): void {
  answerWith({
    "POST /functions/v1/axis-proxy": ({ body }) => {
      const { action, allow_old_tls } = Object(body);
      if (action === "FIND_CONNECTION") return allow_old_tls ? foundAt(at, OLD) : TOO_OLD;
      return facts.allow_old_tls || allow_old_tls ? { ...testAnswer } : TOO_OLD;
    },
    "POST /functions/v1/controller-manager": ({ body }) => {
      const { action } = Object(body);
      if (action === "ALLOW_OLD_TLS") facts = { ...facts, allow_old_tls: true, tls_version: "TLSv1" };
      if (action === "FORBID_OLD_TLS") facts = { ...facts, allow_old_tls: false };
      return { success: true, controller: { ...doorController, ...at } };
    },
    "GET /rest/v1/controllers\\?": () => ({ ...facts }),
    "GET /rest/v1/door_event": page([]),
  });
}

async function open(controller: ListedController | null) {
  const onClose = vi.fn();
  const user = await show(<ControllerDialog controller={controller} onClose={onClose} />);
  const form = within(screen.getByRole("dialog"));
  const press = async (name: string) => user.click(await form.findByRole("button", { name }));
  const write = async (label: string, text: string) => {
    await user.clear(form.getByLabelText(label));
    await user.paste(text);
  };
  return { onClose, form, press, write };
}

const saves = () =>
  askedOf(/controller-manager/)
    .map(({ body }) => Object(body))
    .filter(({ payload }) => payload !== undefined);

test("a save that met an old TLS waits until it is allowed, and goes on with an accepted certificate", async () => {
  facts = deviceFacts;
  answerAsOld(place);
  const { onClose, form, press, write } = await open(null);
  await write("Namn", "Skapad direkt");
  await write("Adress", place.device_ip);
  await write("Användarnamn", "portal");
  await write("Lösenord", "S3cret-pass");
  await press("Skapa styrenhet");
  expect(
    await form.findByText(/^Styrenheten talar bara TLS 1\.0 eller 1\.1.*Inget lösenord har skickats\.$/),
  ).toBeTruthy();
  expect(form.getByText(/^Uppgradera helst enhetens programvara/)).toBeTruthy();
  expect(form.getByRole("button", { name: "Skapa ändå" })).toBeTruthy();
  expect(askedOf(ASKED).map(({ body }) => Object(body).action)).toEqual(["FIND_CONNECTION"]);
  await expectAccessible();
  await press(ALLOW);
  expect(await form.findByText("b1".repeat(32).toUpperCase().match(/../g)?.join(":") ?? "?")).toBeTruthy();
  expect(saves()).toEqual([]);
  await press("Godkänn certifikatet");
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(saves()).toEqual([
    {
      action: "CREATE",
      payload: expect.objectContaining({ ...place, name: "Skapad direkt", fingerprint, allow_old_tls: true }),
    },
  ]);
  expect(await screen.findByText("Styrenhet skapades")).toBeTruthy();
});

test("a new controller with an old TLS is advised about, tried by consent, and saved so", async () => {
  facts = deviceFacts;
  answerAsOld(place);
  const { onClose, form, press, write } = await open(null);
  await write("Namn", "Gamla källaren");
  await write("Adress", place.device_ip);
  await write("Användarnamn", "portal");
  await write("Lösenord", "S3cret-pass");
  await press("Testa anslutning");
  expect(await form.findByText(/^Styrenheten talar bara TLS 1\.0 eller 1\.1/)).toBeTruthy();
  expect(form.getByText(/^Uppgradera helst enhetens programvara/)).toBeTruthy();
  expect(form.queryByRole("button", { name: "Skapa ändå" })).toBeNull(); // Nobody has asked to save.
  await press(ALLOW);
  await press("Godkänn certifikatet");
  expect(await form.findByText("Anslutning lyckades")).toBeTruthy();
  expect(form.getByText("Svarar svagt krypterat: https med TLS 1.0 på port 443.")).toBeTruthy();
  await expectAccessible();
  const [first, second, tried] = askedOf(ASKED).map(({ body }) => Object(body));
  expect(first).not.toHaveProperty("allow_old_tls");
  expect([first, second]).toMatchObject([{ action: "FIND_CONNECTION" }, { allow_old_tls: true }]);
  expect(tried).toMatchObject({ action: "TEST_CONNECTION", ...place, fingerprint, allow_old_tls: true });
  await press("Skapa styrenhet");
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(saves().map(({ payload }) => payload)).toEqual([
    expect.objectContaining({ ...place, name: "Gamla källaren", fingerprint, allow_old_tls: true }),
  ]);
});

test("a controller that moves leaves its consent behind, and asks for a new one", async () => {
  facts = { ...deviceFacts, allow_old_tls: true, tls_version: "TLSv1" };
  answerAsOld(moved);
  const { onClose, form, press, write } = await open({ ...doorController, allow_old_tls: true });
  await form.findByText(/enheten talade TLS 1\.0 vid senaste kontakten/);
  await write("Port", String(moved.device_port));
  await write("Lösenord", "S3cret-pass");
  await press("Spara");
  expect(await form.findByText(/^Styrenheten talar bara TLS 1\.0 eller 1\.1/)).toBeTruthy();
  expect(askedOf(ASKED).map(({ body }) => body)).toEqual([{ action: "FIND_CONNECTION", ...moved }]);
  await press(ALLOW);
  await press("Godkänn certifikatet");
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(saves()).toEqual([
    {
      action: "UPDATE",
      id: CONTROLLER_ID,
      seen: expect.objectContaining(place),
      payload: expect.objectContaining({ ...moved, fingerprint, allow_old_tls: true }),
    },
  ]);
  expect(await screen.findByText("Styrenhet uppdaterades")).toBeTruthy();
});

test("a saved controller's dialog allows the old TLS, says when it is needless, and refuses it", async () => {
  facts = deviceFacts;
  answerAsOld(place);
  const { form, press } = await open(doorController);
  await press("Testa anslutning");
  await press(ALLOW);
  await press("Godkänn certifikatet");
  expect(await screen.findByText("Äldre TLS är tillåten för styrenheten")).toBeTruthy();
  expect(askedOf(/controller-manager/).map(({ body }) => body)).toEqual([
    { action: "ALLOW_OLD_TLS", id: CONTROLLER_ID, fingerprint },
  ]);
  expect(await form.findByText("Anslutning lyckades")).toBeTruthy();
  const strip = within(await form.findByRole("region", { name: "Enheten" }));
  expect(await strip.findByText(/enheten talade TLS 1\.0 vid senaste kontakten/)).toBeTruthy();
  await expectAccessible();

  facts = { ...facts, tls_version: "TLSv1.2" };
  await press("Testa anslutning");
  expect(await strip.findByText("Enheten talar TLS 1.2 nu. Undantaget för äldre TLS behövs inte längre.")).toBeTruthy();
  await expectAccessible();
  await press("Sluta tillåta äldre TLS");
  expect(await screen.findByText("Äldre TLS är inte längre tillåten")).toBeTruthy();
  await waitFor(() => expect(strip.queryByRole("button", { name: "Sluta tillåta äldre TLS" })).toBeNull());
  expect(askedOf(/controller-manager/).map(({ body }) => Object(body).action)).toEqual([
    "ALLOW_OLD_TLS",
    "FORBID_OLD_TLS",
  ]);
  // The unit still offers nothing newer, so a test reports that and offers the exception again.
  await press("Testa anslutning");
  expect(await form.findByRole("button", { name: ALLOW })).toBeTruthy();
});
