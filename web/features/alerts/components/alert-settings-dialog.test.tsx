import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { noAlerts, RECIPIENT, usualSettings } from "#tests/components/fixtures/alerts/sample-alerts.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { AlertSettingsDialog } from "./alert-settings-dialog.tsx";

async function openSettings() {
  const onClose = vi.fn();
  const user = await show(<AlertSettingsDialog status={noAlerts} onClose={onClose} />);
  const dialog = within(screen.getByRole("dialog", { name: "Larminställningar" }));
  const write = async (label: RegExp, text: string) => {
    const field = dialog.getByLabelText(label);
    await user.clear(field);
    if (text !== "") await user.type(field, text);
  };
  const save = () => user.click(dialog.getByRole("button", { name: "Spara" }));
  return { user, onClose, dialog, write, save };
}

const describedBy = (field: HTMLElement) =>
  (field.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent)
    .join(" ");

const DENIALS = /^Larma när … passager nekas vid samma grind/;

// Covers: alert.7
test("limits of alerts are whole numbers between what is said, and an empty one alerts of nothing", async () => {
  const { user, onClose, dialog, write, save } = await openSettings();
  expect(dialog.getByLabelText(DENIALS)).toHaveProperty("value", "20");
  await write(DENIALS, "1");
  await write(/^Räkna de nekade passagerna under/, "");
  await save();
  expect(await dialog.findByText("Ange ett heltal inom gränserna, eller lämna tomt")).toBeTruthy();
  expect(dialog.getByText("Ange ett heltal inom gränserna")).toBeTruthy();
  // The limits and their unit are announced together with the error.
  expect(describedBy(dialog.getByLabelText(DENIALS))).toMatch(/Mellan 2 och 10.000 passager/);
  expect(describedBy(dialog.getByLabelText(/^Räkna de nekade passagerna under/))).toContain("Mellan 1 och 120 minuter");
  expect(askedOf(/alert-control/)).toEqual([]);
  await expectAccessible();

  answerWith({ "POST /functions/v1/alert-control": { success: true } });
  await write(DENIALS, "3");
  await write(/^Räkna de nekade passagerna under/, "5");
  await write(/^Larma när en styrenhet inte har svarat på/, "");
  await user.click(dialog.getByText(RECIPIENT.email));
  await save();
  await screen.findByText("Larminställningarna är sparade");
  expect(onClose).toHaveBeenCalledTimes(1);
  const settings = { denial_burst_count: 3, denial_burst_minutes: 5, controller_offline_minutes: null };
  expect(askedOf(/alert-control/).map(({ body }) => body)).toEqual([
    {
      action: "SAVE_SETTINGS",
      settings: { ...usualSettings, ...settings },
      without_mail: [RECIPIENT.user_id],
    },
  ]);
});

// Covers: alert.10
test("a test email to oneself is sent beside the receivers, and saves nothing", async () => {
  const { user, onClose, dialog } = await openSettings();
  const outcome = { success: true, mail: "queued", to: RECIPIENT.email, reason: "connect ECONNREFUSED 192.0.2.1:25" };
  answerWith({ "POST /functions/v1/test-mail": outcome });
  await user.click(dialog.getByRole("button", { name: "Skicka testmail till mig" }));
  const reason = await dialog.findByText("connect ECONNREFUSED 192.0.2.1:25");
  expect(reason.closest("[role=status]")?.textContent).toContain(`Testmailet till ${RECIPIENT.email} är inte skickat`);
  expect(askedOf(/alert-control/)).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
});

test("settings that cannot be saved say why, and stay", async () => {
  const { onClose, dialog, write, save } = await openSettings();
  answerWith({ "POST /functions/v1/alert-control": json({ error: "Larmen gick inte att spara.", code: "no" }, 400) });
  await write(DENIALS, "3");
  await save();
  await screen.findByText("Larmen gick inte att spara.");
  expect(dialog.getByLabelText(DENIALS)).toHaveProperty("value", "3");
  expect(onClose).not.toHaveBeenCalled();
});
