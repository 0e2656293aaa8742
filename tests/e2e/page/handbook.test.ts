import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";

// Covers: running.31
test("the menu leads to the chapter about the page, whose search finds another one without a sign-in", async ({
  page,
  portal,
  signIn,
  browser,
}) => {
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/access-logs");
  const [book] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: "Handbok" }).press("Enter"),
  ]);
  await expect(book.getByRole("heading", { level: 1 })).toHaveText('"Min kod fungerar inte"');
  await expect(book.getByRole("link", { name: '"Min kod fungerar inte"' })).toHaveAttribute("aria-current", "page");
  await expectAccessible(book);
  await book.close();

  await using visitor = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: "dark" });
  const phone = await visitor.newPage();
  const problems: string[] = [];
  phone.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  let bytes = 0;
  phone.on("response", async (answer) => {
    bytes += (await answer.body().catch(() => Buffer.alloc(0))).length;
  });
  await phone.goto(`${portal.url}/handbok`);
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Börja här");
  await phone.getByRole("searchbox").fill("slutdatum flyttar");
  await expect(phone.getByRole("status")).toContainText("Någon flyttar ut: Ett bestämt datum");
  await phone.getByRole("searchbox").press("Enter");
  await phone.keyboard.press("Enter");
  await expect(phone).toHaveURL(/flytta-ut\.html#ett-best/);
  await phone.waitForLoadState();
  await phone.getByRole("searchbox").fill("finns inte någonstans");
  await expect(phone.getByRole("status")).toHaveText("Ingen träff");
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(phone);
  expect(problems).toEqual([]);
  expect(bytes).toBeLessThan(200_000);

  // Typed while a slow connection still brings the rest of the page, before its script listens.
  const early = await visitor.newPage();
  await early.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      const field = document.querySelector("input");
      if (field) field.value = "slutdatum flyttar";
    });
  });
  await early.goto(`${portal.url}/handbok`);
  await expect(early.getByRole("status")).toContainText("Någon flyttar ut: Ett bestämt datum");
  await early.close();

  bytes = 0;
  const fetched: string[] = [];
  phone.on("response", (answer) => fetched.push(new URL(answer.url()).pathname));
  await phone.goto(`${portal.url}/handbok/installator.html`);
  const picture = phone.getByRole("img", { name: /^Rutan efter att styrenheten är skapad/ });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
  await phone.waitForLoadState("networkidle");
  expect(fetched.filter((path) => path.endsWith(".webp"))).toEqual(["/handbok/bilder/namnge-dorrar-dark.webp"]);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(phone);
  expect(problems).toEqual([]);
  expect(bytes).toBeLessThan(200_000);
});
