// The camera's image of a passage in the drawer of the log: asked for by a press, shown, and said in words when it does not come.
// Covers: /system-admin/access-logs, /org-admin/access-logs
import { expect, type Page } from "@playwright/test";
import { expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { openRow } from "#tests/e2e/open-row.ts";
import { test } from "#tests/support/browser.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "passage-image" });

const CAMERA = "SERVER1/DeviceIpint.1/SourceEndpoint.video:0:0";
const drawer = (page: Page) => page.getByRole("dialog", { name: "Alva kom in i Infart Norr" });
const button = (page: Page) => drawer(page).getByRole("button", { name: "Visa bild" });

async function openPassage(page: Page, address: string): Promise<void> {
  await openRow(page, address, "Alva Exempelsson");
  await expect(drawer(page)).toContainText("Varför");
}

test("a system admin names the camera, and the drawer of a passage shows its image to those who read the log", async ({
  page,
  portal,
  signIn,
}) => {
  const violations: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) violations.push(message.text());
  });
  await mainWorld(portal);
  await portal.axxon.drive("MLB84A");
  await signIn(portal.accounts.system);

  await openPassage(page, "/system-admin/access-logs");
  await expect(drawer(page)).toContainText("Släppa in");
  await expect(button(page)).toHaveCount(0);

  await page.goto("/system-admin/controllers");
  await page.getByRole("button", { name: "Redigera Infart Norr" }).click();
  const form = page.getByRole("dialog");
  const camera = form.getByRole("textbox", { name: /Kamera för bilder i loggen/ });
  await camera.fill("Kamera 1");
  await form.getByRole("button", { name: "Spara" }).click();
  await expect(form).toContainText(`Skriv kamerans namn som SERVER1/DeviceIpint.3/SourceEndpoint.video:0:0`);
  await camera.fill(`hosts/${CAMERA}`);
  await form.getByRole("button", { name: "Spara" }).click();
  await expect(form).toHaveCount(0);

  await signIn(portal.accounts.nord);
  await openPassage(page, "/org-admin/access-logs?show=granted");
  await expect(drawer(page)).toContainText("Händelseloggen får veta att du tittade.");
  expect(portal.axxon.requests.count("GET /archive/media")).toBe(0);
  await expectAccessibleInBothThemes(page);
  await button(page).focus();
  await page.keyboard.press("Enter");
  const image = drawer(page).getByRole("img", { name: /^Kamerans bild vid Infart Norr .*, läst som MLB 84A$/ });
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(640);
  await expect(drawer(page)).toContainText("Den sparas inte i portalen.");
  // By the keyboard, one is where the image came.
  await expect(page.locator(":focus").getByRole("img")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(violations).toEqual([]);

  // Closed, it is gone: another look is another request, and another event.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press("Escape");
  await openPassage(page, "/org-admin/access-logs?show=granted");
  await expect(image).toHaveCount(0);
  await expect(button(page)).toBeVisible();
});
