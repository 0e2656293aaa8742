// Tests the steps after a new gate: its macro, its organisations and a try. tests/integration/gates tests server and devices.
import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import {
  cameraGate,
  GATE_ID,
  gateAccount,
  lprGate,
  MACRO_ID,
} from "#tests/components/fixtures/controllers/sample-gate.ts";
import { answerWith, askedOf } from "#tests/components/network.ts";
import { sees } from "#tests/components/sees.ts";
import { show } from "#tests/components/show.tsx";
import { ControllerDialog } from "../components/controller-dialog.tsx";
import { controllerDialogTexts } from "../texts/controller-dialog.sv.ts";
import { setupTexts as t } from "../texts/controller-setup.sv.ts";
import { GateSetupDialog } from "./gate-setup-dialog.tsx";

const OPEN_MACRO = { id: MACRO_ID, name: "Öppna grind" };
const SEND_MACRO = { id: "00000000-0000-4000-8000-0000000000bb", name: "Skicka regnr" };
const newGate = { ...lprGate, macro_id: null };

async function open(controller: typeof lprGate, macros: readonly (typeof OPEN_MACRO)[]) {
  answerWith({
    "POST /functions/v1/axxon-proxy": { success: true, macros },
    "POST /functions/v1/controller-manager": { success: true, controller: { ...controller, macro_id: MACRO_ID } },
  });
  const onClose = vi.fn();
  const user = await show(<GateSetupDialog controller={controller} assign={<p>Organisationer</p>} onClose={onClose} />);
  const steps = within(screen.getByRole("dialog"));
  const press = async (name: string) => user.click(await steps.findByRole("button", { name }));
  const names = () =>
    within(steps.getByRole("list", { name: t.steps }))
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
  return { user, steps, press, names, onClose };
}
const saved = () => askedOf(/controller-manager/).map(({ body }) => body);
const tried = () => askedOf(/axxon-proxy/).flatMap(({ body }) => (Object(body).action === "TEST_MACRO" ? [body] : []));

test("a new gate's macro is chosen among its server's, the gate assigned, and opened once that is confirmed", async () => {
  const { user, steps, press, onClose } = await open(newGate, [OPEN_MACRO, SEND_MACRO]);
  await user.click(await steps.findByRole("button", { name: /Välj macro/ }));
  await expectAccessible();
  await user.click(await screen.findByRole("option", { name: /Öppna grind/ }));
  await press(t.saveAndNext);
  expect(await steps.findByText("Organisationer")).toBeTruthy();
  expect(saved()).toEqual([{ action: "UPDATE", id: GATE_ID, payload: { macro_id: MACRO_ID } }]);
  await expectAccessible();
  await press(t.next);
  await press(controllerDialogTexts.testMacro);
  expect(tried()).toEqual([]);
  answerWith({ "POST /functions/v1/axxon-proxy": { success: true } });
  await user.click(await screen.findByRole("button", { name: controllerDialogTexts.testMacroConfirm }));
  await sees("controller-form", "Macro-test lyckades");
  expect(tried()).toEqual([{ action: "TEST_MACRO", controller_id: GATE_ID, macro_id: MACRO_ID }]);
  await user.click(steps.getAllByRole("button", { name: "Stäng" }).at(-1) ?? document.body);
  expect(onClose).toHaveBeenCalled();
});

test("a server without macros asks for the ID, and one with a single macro has it proposed", async () => {
  const { user, steps, press } = await open(newGate, []);
  expect(await steps.findByText(controllerDialogTexts.noMacros)).toBeTruthy();
  await press(t.saveAndNext);
  expect(await steps.findByText(t.macroMissing)).toBeTruthy();
  expect(saved()).toEqual([]);
  answerWith({ "POST /functions/v1/axxon-proxy": { success: true, macros: [OPEN_MACRO] } });
  await press("Försök igen");
  expect(await steps.findByRole("button", { name: /Öppna grind/ })).toBeTruthy();
  await press(t.saveAndNext);
  expect(await steps.findByText("Organisationer")).toBeTruthy();
  expect(saved()).toHaveLength(1);
  await user.click(steps.getByRole("button", { name: "Tillbaka" }));
  expect(await steps.findByRole("heading", { name: t.macroTitle })).toBeTruthy();
});

test("a gate whose macro was skipped says so in place of the try", async () => {
  const { steps, press, names } = await open(newGate, [OPEN_MACRO, SEND_MACRO]);
  await steps.findByRole("button", { name: /Välj macro/ });
  expect(names()).toHaveLength(3);
  await press(t.skip);
  await press(t.next);
  expect(await steps.findByText(t.gateNoMacro)).toBeTruthy();
  expect(steps.queryByRole("button", { name: controllerDialogTexts.testMacro })).toBeNull();
});

test("a camera's own output needs no macro, so its steps begin with the organisations", async () => {
  const { steps, press, names } = await open(cameraGate, []);
  expect(names()).toHaveLength(2);
  expect(await steps.findByText("Organisationer")).toBeTruthy();
  await press(t.next);
  expect(await steps.findByRole("button", { name: controllerDialogTexts.testOpening })).toBeTruthy();
});

test("a gate that was just created leads on to its steps", async () => {
  const handlers = { onClose: vi.fn(), onCreated: vi.fn() };
  const place = { device_ip: "http://192.0.2.20", device_port: 80 };
  answerWith({
    "POST /functions/v1/axxon-proxy": { success: true, ...place, scheme: "http", certificate: null },
    "POST /functions/v1/controller-manager": { success: true, controller: newGate },
    "GET /functions/v1/get-webhook-credentials": { ...gateAccount },
  });
  const user = await show(<ControllerDialog controller={null} {...handlers} />);
  const form = within(screen.getByRole("dialog"));
  await user.click(form.getByRole("button", { name: /Enhetstyp/ }));
  await user.click(await screen.findByRole("option", { name: "AxxonSoft LPR" }));
  for (const [label, text] of Object.entries({
    Namn: newGate.name,
    Adress: place.device_ip,
    Användarnamn: "portal",
    Lösenord: "S3cret-pass",
  })) {
    await user.clear(form.getByLabelText(label));
    await user.paste(text);
  }
  await user.click(form.getByRole("button", { name: "Skapa styrenhet" }));
  await user.click(await form.findByRole("button", { name: t.next }));
  expect(handlers.onClose).toHaveBeenCalledTimes(1);
  expect(handlers.onCreated.mock.calls).toEqual([[expect.objectContaining({ id: GATE_ID, device_type: "axxon_lpr" })]]);
});
