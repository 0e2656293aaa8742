// Tests receivers of alerts over http. tests/integration/alerts/alert-control.test.ts tests what is posted to them.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { AlertWebhook } from "#contract/functions/alert-control.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { AlertWebhooksDialog } from "./alert-webhooks-dialog.tsx";

const ID = "00000000-0000-4000-8000-000000000001";
const CONTROL = "POST /functions/v1/alert-control";
const phone: AlertWebhook = { id: ID, name: "Jourtelefon", origin: "https://larm.example", enabled: true };

async function openWebhooks(webhooks: readonly AlertWebhook[]) {
  const user = await show(<AlertWebhooksDialog webhooks={webhooks} onClose={() => undefined} />);
  const dialog = within(screen.getByRole("dialog", { name: "Webhookar" }));
  const add = () => user.click(dialog.getByRole("button", { name: "Lägg till webhook" }));
  const confirm = async (name: string) =>
    user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name }));
  return { user, dialog, add, confirm };
}

const asked = () => askedOf(/alert-control/).map(({ body }) => body);

// Covers: alert.7
test("a webhook needs a name and an address that may be posted to, and its secret is shown once", async () => {
  const { user, dialog, add } = await openWebhooks([]);
  expect(dialog.getByText("Inga webhookar ännu.")).toBeTruthy();
  await user.type(dialog.getByLabelText("Adress"), "larm.example");
  await add();
  expect(
    await dialog.findByText("Ange en adress som börjar med https:// (eller http:// inom enheternas nät)"),
  ).toBeTruthy();
  expect(asked()).toEqual([]);

  const refusal =
    "Utan https får larm bara skickas inom enheternas nät (DEVICE_NETWORKS). Ange en adress med https. Inget har sparats.";
  answerWith({ [CONTROL]: json({ error: refusal, code: "invalid_body", field: "url" }, 400) });
  const address = dialog.getByLabelText("Adress");
  await user.type(dialog.getByLabelText("Namn"), "Jourtelefon");
  await user.clear(address);
  await user.type(address, "http://192.0.2.1/larm");
  await add();
  expect(await dialog.findByText(refusal)).toBeTruthy();
  expect(address.getAttribute("aria-invalid")).toBe("true");
  await expectAccessible();

  answerWith({ [CONTROL]: { success: true, webhook_id: ID, secret: "whsec_hemlig" } });
  await user.clear(address);
  await user.type(address, "https://larm.example/nyckel");
  await add();
  expect(await dialog.findByText("whsec_hemlig")).toBeTruthy();
  expect(dialog.getByText(/^Signeringshemlighet för Jourtelefon\. Den visas bara nu/)).toBeTruthy();
  expect(address).toHaveProperty("value", "");
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Jag har kopierat den" }));
  expect(dialog.queryByText("whsec_hemlig")).toBeNull();
  expect(asked()[1]).toEqual({ action: "ADD_WEBHOOK", name: "Jourtelefon", url: "https://larm.example/nyckel" });
});

test("the next webhook's address, typed before the former one is saved, stays", async () => {
  const { user, dialog, add } = await openWebhooks([]);
  const saved = Promise.withResolvers<Record<string, unknown>>();
  answerWith({ [CONTROL]: () => saved.promise });
  await user.type(dialog.getByLabelText("Namn"), "Jourtelefon");
  const address = dialog.getByLabelText("Adress");
  await user.type(address, "https://larm.example/a");
  await add();
  await waitFor(() => expect(asked()).toHaveLength(1));
  await user.type(address, "b");
  saved.resolve({ success: true, webhook_id: ID, secret: "whsec_hemlig" });
  expect(await dialog.findByText("whsec_hemlig")).toBeTruthy();
  expect(address).toHaveProperty("value", "https://larm.example/ab");
});

test("a webhook is named by its origin alone, switched off, given another secret and taken away", async () => {
  const { user, dialog, confirm } = await openWebhooks([phone]);
  expect(dialog.getByText("https://larm.example")).toBeTruthy();
  answerWith({ [CONTROL]: { success: true } });
  await user.click(dialog.getByRole("switch", { name: "Jourtelefon får larm" }));
  await waitFor(() => expect(asked()).toHaveLength(1));

  answerWith({ [CONTROL]: { success: true, webhook_id: ID, secret: "whsec_ny" } });
  await user.click(dialog.getByRole("button", { name: "Ny hemlighet för Jourtelefon" }));
  await confirm("Byt hemlighet");
  expect(await dialog.findByText("whsec_ny")).toBeTruthy();

  answerWith({ [CONTROL]: { success: true } });
  await user.click(dialog.getByRole("button", { name: "Ta bort Jourtelefon" }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(question.getByText("Jourtelefon får inga fler larm.")).toBeTruthy();
  await confirm("Ta bort");
  await screen.findByText("Webhooken är borttagen");
  expect(asked()).toEqual([
    { action: "SET_WEBHOOK_ENABLED", webhook_id: ID, enabled: false },
    { action: "ROTATE_WEBHOOK_SECRET", webhook_id: ID },
    { action: "DELETE_WEBHOOK", webhook_id: ID },
  ]);
});
