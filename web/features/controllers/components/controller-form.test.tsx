// Tests a new controller's form: typed values, and an address without encryption.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { relayPreset } from "#contract/relay-presets.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import {
  CONTROLLER_ID,
  deviceFacts,
  doorController,
  testAnswer,
} from "#tests/components/fixtures/controllers/sample-controller.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { sees } from "#tests/components/sees.ts";
import { show } from "#tests/components/show.tsx";
import type { ListedController } from "../api/get-controllers.ts";
import { relayTexts } from "../texts/relay.sv.ts";
import { ControllerDialog } from "./controller-dialog.tsx";

async function open(controller: ListedController | null) {
  const handlers = { onClose: vi.fn(), onCreated: vi.fn() };
  const user = await show(<ControllerDialog controller={controller} {...handlers} />);
  const form = within(screen.getByRole("dialog"));
  const press = (name: string) => user.click(form.getByRole("button", { name }));
  const choose = async (kind: string) => {
    await user.click(form.getByRole("button", { name: /Enhetstyp/ }));
    await user.click(await screen.findByRole("option", { name: kind }));
  };
  const value = (label: string) => form.getByLabelText<HTMLInputElement>(label).value;
  /** Writes a field at once, like a paste. */
  const write = async (label: string, text: string) => {
    await user.clear(form.getByLabelText(label));
    await user.paste(text);
  };
  return { ...handlers, user, form, press, choose, value, write };
}

const WRONG_PORT = "Port måste vara ett tal mellan 1 och 65535";

// Covers: 2.25
test("an empty form names every field that was left, and the port follows the device's kind until typed", async () => {
  const { user, form, press, choose, value, write } = await open(null);
  expect(value("Port")).toBe("443");
  await choose("AxxonSoft LPR");
  expect(value("Port")).toBe("80");
  await user.click(form.getByLabelText("Adress"));
  expect(form.queryByText("Namn krävs")).toBeNull();
  await choose("Axis");
  expect(value("Port")).toBe("443");
  await press("Skapa styrenhet");
  await sees("controller-form", "Skapa styrenhet", "Aktiverad", "Namn krävs", "Adress krävs");
  await sees("controller-form", "Användarnamn krävs", "Lösenord krävs");
  await expectAccessible();
  await write("Port", "70000");
  await write("Adress", "192.0.2.40");
  expect((await form.findAllByText(WRONG_PORT)).length).toBeGreaterThan(0);
  await write("Port", "8000");
  await choose("AxxonSoft LPR");
  expect(value("Port")).toBe("8000");
  expect(askedOf(/functions/)).toEqual([]);
});

// Covers: 2.25
test("a port or an address that is being written is not called wrong before the field is left", async () => {
  const { user, form, write } = await open(null);
  const wrong = () => form.queryAllByText(/måste vara|kan inte läsas/);
  await user.clear(form.getByLabelText("Port"));
  await user.keyboard("70000");
  expect(wrong()).toEqual([]);
  await user.tab();
  expect((await form.findAllByText(WRONG_PORT)).length).toBeGreaterThan(0);
  await write("Port", "443");
  await user.tab();
  await waitFor(() => expect(wrong()).toEqual([]));
  await user.click(form.getByLabelText("Adress"));
  await user.keyboard("ftp://x");
  expect(wrong()).toEqual([]);
});

test("a form that was begun asks before it is thrown away", async () => {
  const { user, write, onClose } = await open(null);
  await write("Namn", "Port B");
  await user.keyboard("{Escape}");
  const question = within(await screen.findByRole("alertdialog", { name: "Osparade ändringar" }));
  expect(onClose).not.toHaveBeenCalled();
  await user.click(question.getByRole("button", { name: "Kasta ändringar" }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("a door controller over plain http is shown as such before the save, and has no certificate", async () => {
  const place = { device_ip: "192.0.2.40", device_port: 8080 };
  const found = { success: true, ...place, scheme: "http", certificate: null };
  const saved = { ...doorController, ...place, name: "Vinden" };
  answerWith({
    "POST /functions/v1/axis-proxy": ({ body }) =>
      Object(body).action === "FIND_CONNECTION" ? { ...found } : { ...testAnswer },
    "POST /functions/v1/controller-manager": { success: true, controller: saved },
  });
  const { form, press, write, onCreated } = await open(null);
  await write("Namn", "Vinden");
  await write("Adress", place.device_ip);
  await write("Port", String(place.device_port));
  await write("Användarnamn", "portal");
  await write("Lösenord", "S3cret-pass");
  expect(form.queryByText("Okrypterad")).toBeNull();
  await press("Testa anslutning");
  expect(await form.findByText("Svarar okrypterat: http på port 8080.")).toBeTruthy();
  expect(form.getByText("Okrypterad")).toBeTruthy();
  expect(form.getByText(/^PIN-koder kan läsas på nätet mellan portalen och enheten\./)).toBeTruthy();
  await expectAccessible();
  await press("Skapa styrenhet");
  // The controller's doors need names, an organisation and a first code.
  await waitFor(() => expect(onCreated).toHaveBeenCalledWith(expect.objectContaining({ name: "Vinden" })));
  const [save] = askedOf(/controller-manager/).map(({ body }) => Object(body).payload);
  expect(save).toMatchObject({ ...place, name: "Vinden", username: "portal", password: "S3cret-pass" });
  expect(save).not.toHaveProperty("fingerprint");
});

test("a saved controller shows no password, and asks for it again when its user name is another", async () => {
  answerWith({
    "GET /rest/v1/controllers\\?": { ...deviceFacts },
    "GET /rest/v1/door_event": page([]),
    "POST /functions/v1/axis-proxy": { ...testAnswer },
    "POST /functions/v1/controller-manager": { success: true, controller: doorController },
  });
  const { form, press, value, write, onClose } = await open(doorController);
  await sees("controller-form", "Redigera styrenhet");
  expect(value("Lösenord")).toBe("");
  expect(form.getByText("Typen kan inte ändras på en sparad styrenhet.")).toBeTruthy();
  expect(await form.findByText(deviceFacts.serial ?? "?")).toBeTruthy();
  expect(form.getByText("Godkänt 2026-11-01.")).toBeTruthy();
  await expectAccessible();
  await press("Testa anslutning");
  expect(await form.findByText("Anslutning lyckades")).toBeTruthy();
  expect(form.getByText(/2 dörrar/)).toBeTruthy();
  const tests = [{ action: "TEST_CONNECTION", controller_id: CONTROLLER_ID }];
  expect(askedOf(/axis-proxy/).map(({ body }) => body)).toEqual(tests);
  await write("Användarnamn", "annan");
  await waitFor(() => expect(form.queryByText("Anslutning lyckades")).toBeNull());
  await press("Testa anslutning");
  expect(await form.findByText("Skriv lösenordet för att testa de ändrade uppgifterna.")).toBeTruthy();
  expect(askedOf(/axis-proxy/).map(({ body }) => body)).toEqual(tests);
  await write("Lösenord", "nytt");
  await press("Spara");
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  await sees("controller-form", "Styrenhet uppdaterades");
  expect(Object(askedOf(/controller-manager/)[0]?.body).payload).toMatchObject({ username: "annan", password: "nytt" });
});

test("a save tells what the form was opened with, and a refusal of a stale form leaves it open", async () => {
  const { access_points: _doors, ...row } = doorController;
  const refusal = json({ error: "Någon annan har ändrat styrenheten.", code: "changed_by_other" }, 409);
  answerWith({
    "GET /rest/v1/controllers\\?": { ...deviceFacts },
    "GET /rest/v1/door_event": page([]),
    "POST /functions/v1/controller-manager": refusal,
  });
  const { press, write, onClose } = await open(doorController);
  await write("Namn", "Port B");
  await press("Spara");
  expect(await screen.findByText("Någon annan har ändrat styrenheten.")).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  const [{ seen, payload }] = askedOf(/controller-manager/).map(({ body }) => Object(body));
  expect(payload).toMatchObject({ name: "Port B" });
  expect(Object.keys(seen)).toHaveLength(8);
  expect(row).toMatchObject(seen);
});

test("a save of a relay tells the request that the form was opened with", async () => {
  const relay: ListedController = { ...doorController, device_type: "http_relay", macro_id: "shelly_gen2" };
  const request = relayPreset("shelly_gen2");
  answerWith({
    "GET /rest/v1/controllers\\?": { ...deviceFacts, relay_request: request },
    "GET /rest/v1/door_event": page([]),
    "POST /functions/v1/controller-manager": { success: true, controller: relay },
  });
  const { form, press, write, onClose } = await open(relay);
  await form.findByText(relayTexts.presetHints.shelly_gen2);
  await write("Namn", "Port B");
  await press("Spara");
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  const [{ seen }] = askedOf(/controller-manager/).map(({ body }) => Object(body));
  expect(seen).toMatchObject({ name: relay.name, relay_request: request });
});
