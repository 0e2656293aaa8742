import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerWith } from "#tests/components/network.ts";
import { endSession, openPage } from "#tests/components/open-page.tsx";

// Covers: 6.4, auth.25
test("an admin whose role was changed signs in again, and comes to the new area with a word about it", async () => {
  answerWith({ "POST /functions/v1/vehicle-import": { success: true, imports: [] } });
  const user = await openPage("/org-admin/import", "org_admin");
  await screen.findByRole("heading", { level: 1, name: "Importera" });
  const { promise: never } = Promise.withResolvers<Response>();
  answerWith({ "POST /rest/v1/rpc/first_steps": () => never }); // of the overview they come to
  await endSession("org_admin", "system_admin");
  const again = within(await screen.findByRole("dialog", { name: "Logga in igen" }));
  expect(location.pathname).toBe("/org-admin/import");
  await user.type(again.getByLabelText("Lösenord"), "hemligt-nord-2026");
  await user.click(again.getByRole("button", { name: "Logga in" }));
  await waitFor(() => expect(location.pathname).toBe("/system-admin"));
  expect(await screen.findByText("Behörigheten är ändrad")).toBeTruthy();
  expect(await screen.findByRole("heading", { level: 1, name: "Översikt" })).toBeTruthy();
});
