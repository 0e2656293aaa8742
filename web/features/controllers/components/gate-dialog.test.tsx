// Tests a saved gate's form: its plate list and a test of its macro. tests/integration/reconcile/plate-list.test.ts and
// tests/integration/gates/disabled-macros.test.ts test server and devices.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import {
  GATE_ID,
  gateAccount,
  gateFacts,
  lprGate,
  MACRO_ID,
} from "#tests/components/fixtures/controllers/sample-gate.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { sees } from "#tests/components/sees.ts";
import { show } from "#tests/components/show.tsx";
import type { ListedController } from "../api/get-controllers.ts";
import { ControllerDialog } from "./controller-dialog.tsx";

const LIST = "Håll en fordonslista på LPR-servern";

async function open(controller: ListedController | null) {
  answerWith({
    "GET /rest/v1/controllers\\?": { ...gateFacts },
    "GET /rest/v1/door_event": page([]),
    "POST /functions/v1/controller-manager": { success: true, controller: controller ?? lprGate },
  });
  const onClose = vi.fn();
  const user = await show(<ControllerDialog controller={controller} onClose={onClose} />);
  const form = within(screen.getByRole("dialog"));
  const press = async (name: string) => user.click(await form.findByRole("button", { name }));
  return { user, form, press, onClose };
}
const saved = () => askedOf(/controller-manager/).map(({ body }) => Object(body).payload.list_sync);

// Covers: 2.26, 8.17
test("a gate that was created shows what to enter in the LPR server, until that is closed", async () => {
  const { user, form, press, onClose } = await open(null);
  const place = { device_ip: "http://192.0.2.20", device_port: 80 };
  answerWith({
    "POST /functions/v1/axxon-proxy": { success: true, ...place, scheme: "http", certificate: null },
    "POST /functions/v1/controller-manager": { success: true, controller: lprGate },
    "GET /functions/v1/get-webhook-credentials": { ...gateAccount },
  });
  await user.click(form.getByRole("button", { name: /Enhetstyp/ }));
  await user.click(await screen.findByRole("option", { name: "AxxonSoft LPR" }));
  for (const [label, text] of [
    ["Namn", "Infart Norr"],
    ["Adress", place.device_ip],
    ["Användarnamn", "portal"],
    ["Lösenord", "S3cret-pass"],
  ] as const) {
    await user.clear(form.getByLabelText(label));
    await user.paste(text);
  }
  await press("Skapa styrenhet");
  await sees("controller-form", "Styrenhet skapades", "Styrenhet skapad!", "Stäng");
  expect(await form.findByText(gateAccount.username)).toBeTruthy();
  expect(form.getByText(new RegExp(`gateid=${GATE_ID}`))).toBeTruthy();
  await expectAccessible();
  expect(onClose).not.toHaveBeenCalled();
  await user.click(form.getAllByRole("button", { name: "Stäng" }).at(-1) ?? document.body);
  expect(onClose).toHaveBeenCalledTimes(1);
});

// Covers: device.20
test("a gate asks for a plate list on the LPR server, and says what the portal then does with it", async () => {
  const { user, form, press, onClose } = await open(lprGate);
  expect(form.getByText(/^Portalen lägger till och tar bort fordonen i listan Portal/)).toBeTruthy();
  await user.click(form.getByRole("checkbox", { name: LIST, checked: false }));
  await expectAccessible();
  await press("Spara");
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(saved()).toEqual([true]);
});

// Covers: device.20
test("one that is given up is said to be emptied before that is saved", async () => {
  const { user, form, press, onClose } = await open({ ...lprGate, list_sync: true });
  expect(form.queryByText(/töms/)).toBeNull();
  await user.click(form.getByRole("checkbox", { name: LIST, checked: true }));
  expect(form.getByText("Listan Portal töms på LPR-servern när du sparar.")).toBeTruthy();
  await press("Spara");
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(saved()).toEqual([false]);
});

// Covers: 2.27, 8.5, device.21
test("a macro test opens the gate only after it was confirmed, and says what came of it", async () => {
  const { user, form, press } = await open(lprGate);
  const ask = async (name: string) => {
    await press("Testa Macro-anrop");
    const question = within(screen.getByRole("alertdialog"));
    expect(question.getByText(/^Grinden vid Infart Norr öppnas på riktigt\./)).toBeTruthy();
    await user.click(question.getByRole("button", { name }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  };
  const tests = () => askedOf(/axxon-proxy/).map(({ body }) => body);
  await press("Testa Macro-anrop");
  await expectAccessible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await ask("Avbryt");
  expect(tests()).toEqual([]);

  answerWith({ "POST /functions/v1/axxon-proxy": { success: true } });
  await ask("Öppna grinden");
  await sees("controller-form", "Testa Macro-anrop", "Macro-test lyckades");
  expect(screen.getByText("Grinden vid Infart Norr har fått öppningssignalen.")).toBeTruthy();
  expect(tests()).toEqual([{ action: "TEST_MACRO", controller_id: GATE_ID, macro_id: MACRO_ID }]);

  answerWith({
    "POST /functions/v1/axxon-proxy": json({ error: "Macro hittades inte", code: "macro_refused" }, 502),
  });
  await user.clear(form.getByRole("textbox", { name: /^Macro-ID/ }));
  expect(form.queryByRole("button", { name: "Testa Macro-anrop" })).toBeNull();
  await user.paste("00000000-0000-0000-0000-000000000000");
  await ask("Öppna grinden");
  await sees("controller-form", "Macro-test misslyckades");
  expect(screen.getByText("Macro hittades inte")).toBeTruthy();
  answerWith({ "POST /functions/v1/axxon-proxy": new Response("<html>Bad Gateway</html>", { status: 502 }) });
  await ask("Öppna grinden");
  await sees("controller-form", "Okänt fel");
});
