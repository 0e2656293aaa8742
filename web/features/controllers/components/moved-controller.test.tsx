// Tests a moved device. tests/integration/security/trusted-columns.test.ts tests the server's refusals.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { deviceFacts, doorController } from "#tests/components/fixtures/controllers/sample-controller.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { stepUpAsked } from "#web/lib/session/step-up.ts";
import { ControllerDialog } from "./controller-dialog.tsx";

const PLACE = "https://192.0.2.55";

async function open() {
  answerWith({
    "GET /rest/v1/controllers\\?": { ...deviceFacts },
    "GET /rest/v1/door_event": page([]),
    "POST /functions/v1/axis-proxy": json({ error: "Enheten svarar inte.", code: "device_unreachable" }, 502),
    "POST /functions/v1/controller-manager": () =>
      askedOf(/controller-manager/).length === 1
        ? json({ error: "Bekräfta att det är du.", code: "reauthentication_needed" }, 403)
        : { success: true, controller: doorController },
  });
  const onClose = vi.fn();
  const user = await show(<ControllerDialog controller={doorController} onClose={onClose} />);
  const form = within(screen.getByRole("dialog"));
  const press = (name: string) => user.click(form.getByRole("button", { name }));
  const write = async (label: string, text: string) => {
    await user.clear(form.getByLabelText(label));
    await user.paste(text);
  };
  return { form, press, write, onClose };
}
const saves = () => askedOf(/controller-manager/).map(({ body }) => Object(body).payload);

// Covers: admin.12
test("a device that is moved needs its password again, and the person", async () => {
  const { form, press, write, onClose } = await open();
  expect(form.getByText("Lämna tomt för att behålla det nuvarande.")).toBeTruthy();
  await write("Adress", PLACE);
  await press("Spara");
  const asked = "Adressen är ändrad. Skriv lösenordet igen: det sparade skickas aldrig till en ny plats.";
  expect(await form.findByText(asked)).toBeTruthy();
  expect(document.activeElement).toBe(form.getByLabelText("Lösenord"));
  expect(askedOf(/functions/)).toEqual([]);
  await expectAccessible();

  await write("Lösenord", "S3cret-pass");
  await press("Spara");
  await form.findByRole("button", { name: "Spara ändå" }); // No device answers at the new address.
  expect(saves()).toEqual([]);
  await press("Spara ändå");
  await waitFor(() => expect(stepUpAsked.get()).not.toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  stepUpAsked.get()?.answer(true);
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(await screen.findByText("Styrenhet uppdaterades")).toBeTruthy();
  const moved = expect.objectContaining({ device_ip: PLACE, password: "S3cret-pass" });
  expect(saves()).toEqual([moved, moved]);
});

test("another name needs neither, and is not looked for on the network", async () => {
  const { press, write, onClose } = await open();
  answerWith({ "POST /functions/v1/controller-manager": { success: true, controller: doorController } });
  await write("Namn", "Port B");
  await press("Spara");
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(saves()).toEqual([expect.objectContaining({ name: "Port B", device_ip: doorController.device_ip })]);
  expect(saves()[0]?.password ?? "").toBe("");
  expect(askedOf(/axis-proxy/)).toEqual([]);
});
