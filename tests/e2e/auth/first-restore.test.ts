// Covers: /auth
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { makeBackup } from "#server/backup/make-backup.ts";
import { expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import { TEST_SECRET_KEY } from "#tests/support/cluster.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "first-restore" });

const BACKUP_KEY = "a key of the back-ups that only this test has";

// Covers: running.35
test("an empty portal takes a back-up on its first page, and its old administrator signs in to the hold", async ({
  page,
  portal,
}) => {
  const { setupUrl } = portal.server;
  if (setupUrl === null) throw new Error("the server gave no set-up link");
  await mainWorld(portal);
  const folder = await mkdtemp(join(tmpdir(), "access-portal-first-restore-"));
  const path = join(folder, "old.backup");
  const made = { id: crypto.randomUUID(), createdAt: new Date(), key: BACKUP_KEY };
  const { keyId } = portal.server.deps.keys;
  await makeBackup(path, { adminUrl: portal.database.adminUrl, secretKeyId: keyId, ...made });
  const file = { name: "old.backup", mimeType: "application/octet-stream", buffer: await readFile(path) };
  await rm(folder, { recursive: true });
  // Restores the state before anything was made; the last system admin cannot be removed in any other way.
  const gone = ["user_roles", "profiles", "organizations", "controllers", "end_users", "access_points", "credentials"];
  await portal.admin.query(
    `begin; set local session_replication_role = replica; ${gone.map((table) => `delete from ${table}`).join("; ")}; commit`,
  );

  await page.goto(setupUrl);
  await page.getByRole("button", { name: "Återställ en säkerhetskopia" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Återställ en säkerhetskopia" })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  const choose = page.locator("input[type=file]");
  await choose.setInputFiles({ ...file, name: "old.zip", buffer: Buffer.from("PK\u0003\u0004") });
  await page.getByLabel("Nyckel till filen").fill("en annan nyckel");
  await page.getByLabel("Nyckel till PIN-koderna").fill(TEST_SECRET_KEY);
  const read = page.getByRole("button", { name: "Läs filen" });
  await read.click();
  await expect(page.getByText(/^Filen är ett zip-arkiv/)).toBeVisible();
  await choose.setInputFiles(file);
  await read.click();
  await expect(page.getByText(/^Nyckeln öppnar inte filen/)).toBeVisible();
  await expect(page.getByLabel("Nyckel till filen")).toBeFocused();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessibleInBothThemes(page);
  await page.getByLabel("Nyckel till filen").fill(BACKUP_KEY);
  await read.click();

  await expect(page.getByRole("heading", { name: "Återställa den här?" })).toBeFocused();
  await expect(page.getByRole("main")).toContainText("Personer1Dörrar och grindar2");
  await expectAccessibleInBothThemes(page);
  const { pools } = portal.server.deps;
  await page.getByRole("button", { name: "Återställ" }).click();
  await expect(page.getByRole("heading", { name: "Säkerhetskopian återställs" })).toBeVisible();
  await expect.poll(() => portal.server.deps.pools === pools).toBe(false);
  await expect(page.getByRole("heading", { name: "Säkerhetskopian är återställd" })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole("button", { name: "Till inloggningen" }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await page.getByLabel("E-post").fill(portal.accounts.system.email);
  await page.getByLabel("Lösenord", { exact: true }).fill(portal.accounts.system.password);
  await page.getByLabel("Lösenord", { exact: true }).press("Enter");
  await page.waitForURL(/\/system-admin$/);
  await page.goto("/system-admin/operations");
  await expect(page.getByText(/Inget skickas till styrenheterna och ingen grind öppnas/)).toBeVisible();
  const { rows } = await portal.admin.query("select last_name from end_users");
  expect(rows).toEqual([{ last_name: "Exempelsson" }]);
});
