// Covers: /system-admin/events, /org-admin/events, file.6
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import { callFunction } from "#tests/support/client.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "audit-log" });

const rows = (page: Page) => page.getByRole("grid", { name: "Händelselogg" }).getByRole("row");
const row = (page: Page, text: string | RegExp) => rows(page).filter({ hasText: text });

/** Makes the events that every test reads: a plate is switched off, a PIN shown, a gate renamed. */
test.beforeAll(async ({ portal }) => {
  const { system, nord, gateId } = await mainWorld(portal);
  await nord.from("credentials").update({ enabled: false }).eq("credential_type", "license_plate");
  const { data: pins } = await nord.from("credentials").select("id").eq("credential_type", "pin");
  const revealed = await callFunction(system, "end-user-manager", {
    action: "REVEAL_PIN",
    credential_id: String(pins?.[0]?.["id"]),
  });
  expect(revealed.body["pin"]).toBe("4816");
  await system.from("controllers").update({ name: "=Infart Norr" }).eq("id", gateId);
  // The daily check runs once, after everything is chained.
  await expect.poll(async () => (await portal.admin.query("select from audit_unchained")).rowCount).toBe(0);
});

// Covers: tenant.8
test("a system admin reads who did what, sees it before and after, and gets a file of what a search finds", async ({
  page,
  portal,
  signIn,
}) => {
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/events");
  await expect(page.getByRole("heading", { name: "Händelselogg" })).toBeVisible();
  await expect(page.getByText(/^Loggen (är kontrollerad t\.o\.m\.|förseglas)/)).toBeVisible();
  await expect(row(page, "Visade PIN-koden för Alva Exempelsson")).toContainText("system Test");
  await expect(row(page, "Visade PIN-koden för Alva Exempelsson")).toContainText("Brf Norrgården");
  await expect(row(page, "Lade till PIN-koden för Alva Exempelsson")).toContainText("nord Test");

  await row(page, "Inaktiverade fordonet MLB 84A").click();
  const drawer = page.getByRole("dialog", { name: "Händelse" });
  await expect(drawer).toContainText("nord Test inaktiverade fordonet MLB 84A för Alva Exempelsson");
  await expect(drawer.getByRole("row", { name: "Aktiverad Ja Nej" })).toBeVisible();
  await expect(drawer).toContainText("127.0.0.1");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();

  await page.getByRole("searchbox").fill("=infart");
  await expect(row(page, "Alva")).toHaveCount(0);
  await expect(row(page, "=Infart Norr")).not.toHaveCount(0);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exportera CSV" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  expect(file.startsWith("\ufeffTid;Vem;Händelse;Gäller;Organisation;")).toBe(true);
  expect(file).toContain("'=Infart Norr");
  expect(file).not.toContain("Alva");
  // A reload keeps the search.
  await page.reload();
  await expect(page.getByRole("searchbox")).toHaveValue("=infart");
  await page.getByRole("searchbox").fill("");
  await expect(row(page, "Exporterade händelseloggen")).toHaveCount(1);
});

test("an org admin sees events of their own organisation, also those of a system admin", async ({
  page,
  portal,
  signIn,
}) => {
  const { system } = await mainWorld(portal);
  await system.from("organizations").update({ description: "Ny" }).eq("id", portal.accounts.nord.organizationId);
  await system.from("organizations").update({ description: "Ny" }).eq("id", portal.accounts.syd.organizationId);
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin");
  await page.getByRole("link", { name: "Händelselogg" }).click();
  await expect(row(page, "Ändrade organisationen Brf Norrgården")).toContainText("system Test");
  await expect(row(page, "Sydhamnens Industri")).toHaveCount(0);
  await expect(row(page, "=Infart Norr")).toHaveCount(0);
  await expect(page.getByText(/^Loggen/)).toHaveCount(0);
  // "Vem gav Alva tillgång till grinden?"
  await page.getByRole("searchbox").fill("alva infart");
  await expect(rows(page)).toHaveCount(2);
  await row(page, /Gav Alva Exempelsson tillgång till =?Infart Norr/).click();
  const drawer = page.getByRole("dialog", { name: "Händelse" });
  await expect(drawer.getByRole("row", { name: /^Styrenhet / })).toBeVisible();
  await expect(drawer.getByRole("row", { name: "Person Alva Exempelsson" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox").fill("");
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByText("Ändrade organisationen Brf Norrgården")).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
});
