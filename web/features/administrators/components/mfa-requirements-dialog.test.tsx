// tests/integration/auth/factor-guards.test.ts tests the server's answers used here.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";

const CHANGE = "PATCH /rest/v1/mfa_requirements";
const counted = (count: number) => new Response(null, { headers: { "content-range": `*/${count}` } });
const changes = () =>
  askedOf(/mfa_requirements/).flatMap(({ method, address, body }) => (method === "PATCH" ? [{ address, body }] : []));

async function openRequirements(required: boolean) {
  answerWith({
    "GET /rest/v1/mfa_requirements": [
      { role: "system_admin", required },
      { role: "org_admin", required },
    ],
  });
  const user = await openPage("/system-admin/admins", "system_admin");
  await user.click(await screen.findByRole("button", { name: "Krav på tvåstegsverifiering" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Krav på tvåstegsverifiering" }));
  return { user, dialog };
}

// Covers: auth.42
test("a demanded second step first shows how many people it concerns, and whether oneself is one", async () => {
  const { user, dialog } = await openRequirements(false);
  const toggle = async (role: RegExp) => user.click(await dialog.findByRole("switch", { name: role }));
  const question = async () => within(await screen.findByRole("alertdialog"));
  answerWith({
    "HEAD /rest/v1/user_roles\\?.*system_admin": counted(1),
    "HEAD /rest/v1/user_roles\\?.*org_admin": counted(3),
  });
  await toggle(/organisationsadministratörer/);
  const ofOthers = await question();
  expect(ofOthers.getByText(/^Gäller 3 administratörer, från nästa klick\./).textContent).not.toContain("dig");
  await user.click(ofOthers.getByRole("button", { name: "Avbryt" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(changes()).toEqual([]);
  await toggle(/systemadministratörer/);
  const ofOneself = await question();
  expect(ofOneself.getByText(/^Gäller 1 administratör, från nästa klick\. Det gäller dig också\./)).toBeTruthy();
  await expectAccessible();
  answerWith({ [CHANGE]: { role: "system_admin", required: true } });
  await user.click(ofOneself.getByRole("button", { name: "Kräv tvåstegsverifiering" }));
  expect(await screen.findByText("Tvåstegsverifiering krävs")).toBeTruthy();
  expect(changes()).toEqual([{ address: expect.stringContaining("role=eq.system_admin"), body: { required: true } }]);
});

// Covers: auth.42
test("a role is let off at once, and what was refused stays as it was", async () => {
  const { user, dialog } = await openRequirements(true);
  const toggle = await dialog.findByRole("switch", { name: /organisationsadministratörer/ });
  answerWith({ [CHANGE]: json({ code: "internal", message: "Ett oväntat fel uppstod" }, 500) });
  await user.click(toggle);
  expect(await screen.findByText("Ett oväntat fel uppstod")).toBeTruthy();
  await waitFor(() => expect(toggle).toHaveProperty("checked", true));
  answerWith({
    [CHANGE]: () => {
      answerWith({ "GET /rest/v1/mfa_requirements": [{ role: "org_admin", required: false }] });
      return { role: "org_admin", required: false };
    },
  });
  await user.click(toggle);
  expect(await screen.findByText("Tvåstegsverifiering är valfri")).toBeTruthy();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await waitFor(() => expect(toggle).toHaveProperty("checked", false));
});
