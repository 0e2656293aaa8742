// Tests that the npm browser writes no font cache into the clone.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { test } from "#tests/support/browser.ts";

test("a browser that shows text leaves no file where it was started", async ({ playwright, launchOptions }) => {
  const before = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), "portal-browser-"));
  process.chdir(folder);
  try {
    const browser = await playwright.chromium.launch(launchOptions);
    const page = await browser.newPage();
    await page.setContent("<h1>Dörr</h1>");
    expect((await page.getByRole("heading").boundingBox())?.width).toBeGreaterThan(0);
    await browser.close();
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    process.chdir(before);
    rmSync(folder, { recursive: true, force: true });
  }
});
