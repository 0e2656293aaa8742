import { expect, type Page } from "@playwright/test";
import { startAxisSimulator } from "#simulators/axis/server.ts";
import { expectAccessible, expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { turnTo } from "#tests/e2e/turn-to.ts";
import { test } from "#tests/support/browser.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";

test.use({ world: "states" });
test.describe.configure({ mode: "serial" });

const dialog = (page: Page) => page.getByRole("dialog");

// Covers: 2.21
test("without rows each of the system's lists says so in the specified words, with what to do", async ({
  page,
  portal,
  signIn,
}) => {
  await signIn(portal.accounts.system);
  await page.goto("/system-admin");
  await expect(page.getByText("Inga styrenheter ännu")).toBeVisible();
  await expect(page.getByText("Inga passager ännu")).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await turnTo(page, "/system-admin/controllers");
  await expect(page.getByText("Inga styrenheter hittades")).toBeVisible();
  await expect(page.getByRole("button", { name: "Lägg till styrenhet" })).toHaveCount(2);
  await expectAccessibleInBothThemes(page);
  await page.getByRole("button", { name: "Veckokoder" }).click();
  await dialog(page).getByRole("tab", { name: "Generera nya" }).click();
  await expect(dialog(page)).toContainText("En veckokod skrivs till styrenheter för dörrar");
  await expect(dialog(page).getByRole("button", { name: "Generera", exact: true })).toBeDisabled();
  await dialog(page).getByRole("button", { name: "Lägg till styrenhet" }).click();
  await expect(dialog(page).getByRole("heading", { name: "Skapa styrenhet" })).toBeVisible();

  // Tests the colours of a list that is loading or failed; web/routes/lists-on-their-way.test.tsx tests that each says so.
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/rpc\/search_end_users/, async (route) => {
    await held;
    await route.fulfill({ status: 400, json: { code: "22023", message: "refused", details: null, hint: null } });
  });
  await turnTo(page, "/system-admin/end-users");
  await expect(page.getByText("Laddar...").first()).toBeVisible();
  await expectAccessibleInBothThemes(page);
  release();
  await expect(page.getByText("Listan kunde inte hämtas.")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.unroute(/\/rpc\/search_end_users/);
  await page.getByRole("button", { name: "Försök igen" }).click();
  await expect(page.getByText("Inga användare hittades")).toBeVisible();
  await expect(page.getByText("Visar 0 av 0 användare")).toBeVisible();
  await expectAccessible(page);

  await turnTo(page, "/system-admin/doors");
  await expect(page.getByText("Inga dörrar ännu")).toBeVisible();
  await expectAccessible(page);
  for (const [log, empty] of [
    ["all", "Inga passager de senaste 24 timmarna"],
    ["doors", "Här finns inga dörrar"],
    ["gates", "Här finns inga grindar"],
  ] as const) {
    await turnTo(page, `/system-admin/access-logs?log=${log}`);
    await expect(page.getByText(empty)).toBeVisible();
    await expect(page.getByText("Direkt", { exact: true })).toHaveCount(log === "all" ? 1 : 0);
    await expectAccessible(page);
    await turnTo(page, `/system-admin/access-logs?log=${log}&${log === "gates" ? "status=denied" : "show=refused"}`);
    await expect(page.getByText(/^Inga (händelser|passager) matchar$/)).toBeVisible();
    if (log !== "gates") await expect(page.getByText("0 nekade · 0 larm")).toBeVisible();
    await page.getByRole("button", { name: "Rensa filter" }).click();
    await expect(page.getByText(empty)).toBeVisible();
  }

  await turnTo(page, "/system-admin/organizations");
  await page.getByRole("button", { name: "Hantera styrenheter för Brf Norrgården" }).click();
  await expect(dialog(page).getByText("Inga styrenheter tillgängliga")).toBeVisible();
  await expect(dialog(page).getByRole("link", { name: "Lägg till styrenhet" })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("Escape");

  const axis = await startAxisSimulator({ doors: 1 });
  try {
    const system = await signedInClient(portal.url, portal.accounts.system);
    const made = await callFunction(system, "controller-manager", {
      action: "CREATE",
      payload: {
        name: "Tomma porten",
        device_type: "axis",
        device_ip: axis.url,
        device_port: axis.port,
        username: "portal",
        password: "S3cret-pass",
      },
    });
    expect(made.status).toBe(200);
    await page.goto("/system-admin/controllers");
    await page.getByRole("button", { name: "Användare Tomma porten" }).click();
    await expect(dialog(page).getByText("Inga slutanvändare hittades")).toBeVisible();
    await expectAccessibleInBothThemes(page);
  } finally {
    await portal.admin.query("delete from controllers");
    await axis.close();
  }
});

// Covers: 2.21, 2.39
test("without rows each of the organisation's pages says so in the specified words, with what to do", async ({
  page,
  portal,
  signIn,
}) => {
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin");
  // Without people nothing is claimed: only the first steps are shown, and only a system admin can take the first.
  await expect(page.getByRole("list", { name: "Kom igång" }).getByRole("listitem").first()).toContainText(
    "En systemadministratör tilldelar organisationen dörrar eller grindar.",
  );
  await expect(page.getByText("Allt är synkat.")).toHaveCount(0);
  await page.getByRole("button", { name: "Lägg till användare" }).click();
  await expect(dialog(page)).toContainText("Organisationen har inga dörrar eller grindar");
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("Escape");
  await turnTo(page, "/org-admin/end-users");
  await expect(page.getByText("Inga användare hittades")).toBeVisible();
  await expect(page.getByRole("button", { name: "Lägg till användare" })).toHaveCount(2);
  await expectAccessibleInBothThemes(page);
  await page.getByRole("radio", { name: "Endast PIN" }).click();
  await expect(page.getByText("Inga användare matchar sökningen")).toBeVisible();
  await expectAccessible(page);
  await turnTo(page, "/org-admin/permissions");
  await expect(page.getByText("Inga styrenheter tilldelade")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await turnTo(page, "/org-admin/import");
  await page.getByRole("button", { name: "Importera fordon" }).click();
  await expect(dialog(page)).toContainText("Organisationen har inga grindar, så inga fordon kan importeras ännu.");
  await expect(dialog(page).getByRole("button", { name: "Välj fil" })).toBeDisabled();
  await expectAccessible(page);
});
