// Tests a gate that a plate camera opens. tests/integration/gates/camera-set-up.test.ts tests that the camera then pushes.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { testAnswer } from "#tests/components/fixtures/controllers/sample-controller.ts";
import { cameraGate, GATE_ID, gateAccount, gateFacts } from "#tests/components/fixtures/controllers/sample-gate.ts";
import { answerWith, askedOf, page } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import type { ListedController } from "../api/get-controllers.ts";
import { ControllerDialog } from "./controller-dialog.tsx";

const ADDRESS = `${location.origin}/functions/v1/plate-push/axis_lpv?gateid=${GATE_ID}`;

async function open(controller: ListedController | null) {
  answerWith({
    "GET /rest/v1/controllers\\?": { ...gateFacts },
    "GET /rest/v1/door_event": page([]),
    "GET /functions/v1/get-webhook-credentials\\?": gateAccount,
    "POST /functions/v1/axxon-proxy": ({ body }) =>
      Object(body).action === "FIND_CONNECTION"
        ? { success: true, device_ip: "192.0.2.30", device_port: 80, scheme: "http", certificate: null }
        : { ...testAnswer, doors: null },
    "POST /functions/v1/controller-manager": ({ body }) =>
      Object(body).action === "SET_UP_PUSH"
        ? { success: true, url: ADDRESS, heartbeat: "set" }
        : { success: true, controller: cameraGate },
  });
  const onClose = vi.fn();
  const user = await show(<ControllerDialog controller={controller} onClose={onClose} />);
  const form = within(screen.getByRole("dialog"));
  const press = async (name: string) => user.click(await form.findByRole("button", { name }));
  const write = async (label: string, text: string) => {
    await user.clear(await form.findByLabelText(label));
    await user.paste(text);
  };
  return { user, form, press, write, onClose };
}
const managed = () => askedOf(/controller-manager/).map(({ body }) => Object(body));

test("a plate camera is added with its output, and shows the address to type into it", async () => {
  const { user, form, press, write, onClose } = await open(null);
  await user.click(form.getByRole("button", { name: /Enhetstyp/ }));
  await user.click(await screen.findByRole("option", { name: "Axis-kamera för nummerplåtar" }));
  await write("Namn", "Infart Norr");
  await write("Adress", "192.0.2.30");
  await write("Port", "80");
  await write("Användarnamn", "portal");
  await write("Lösenord", "S3cret-pass");
  await press("Skapa styrenhet");
  expect((await form.findAllByText("Skriv utgångens nummer, 1 till 99.")).length).toBeGreaterThan(0);
  expect(managed()).toEqual([]);
  await write("Kamerans utgång", "1");
  await press("Testa anslutning");
  expect(await form.findByText("Anslutning lyckades")).toBeTruthy();
  expect(askedOf(/axxon-proxy/).map(({ body }) => Object(body))).toContainEqual(
    expect.objectContaining({ action: "TEST_CONNECTION", device_type: "axis_lpv" }),
  );
  await expectAccessible();
  await press("Skapa styrenhet");
  expect(await form.findByRole("heading", { name: "Styrenhet skapad!" })).toBeTruthy();
  expect(managed().map(({ payload }) => payload)).toEqual([
    expect.objectContaining({ device_type: "axis_lpv", macro_id: "1", list_sync: false }),
  ]);
  expect(form.getByRole("button", { name: `Kopiera Adress: ${ADDRESS}` })).toBeTruthy();
  expect(await form.findByRole("button", { name: "Kopiera Lösenord" })).toBeTruthy();
  expect(screen.queryByText(gateAccount.password)).toBeNull();
  await expectAccessible();

  await press("Ställ in kameran");
  const question = within(screen.getByRole("alertdialog"));
  expect(question.getByText("Ska portalen ställa in kameran Infart Norr att skicka det den läser hit?")).toBeTruthy();
  expect(managed()).toHaveLength(1);
  await user.click(question.getByRole("button", { name: "Ställ in" }));
  expect(await form.findByText("Kameran är inställd. Det den läser skickas nu till portalen.")).toBeTruthy();
  expect(form.getByText(/^Den hör av sig var femte minut/)).toBeTruthy();
  expect(managed().at(-1)).toEqual({ action: "SET_UP_PUSH", id: GATE_ID, portal: location.origin });
  await expectAccessible();
  await user.click(form.getAllByRole("button", { name: "Stäng" }).at(-1) ?? document.body);
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

// Covers: device.20
test("a saved camera may be given its plate list, and its output is tested after a question", async () => {
  const { user, form, press } = await open(cameraGate);
  expect(
    await form.findByText(/^Portalen lägger till och tar bort fordonen i kamerans lista över tillåtna/),
  ).toBeTruthy();
  await user.click(form.getByRole("checkbox", { name: "Håll listan över tillåtna i kameran", checked: false }));
  await expectAccessible();
  await press("Testa öppning");
  expect(within(screen.getByRole("alertdialog")).getByText(/öppnas på riktigt/)).toBeTruthy();
  expect(askedOf(/axxon-proxy/)).toEqual([]);
});
