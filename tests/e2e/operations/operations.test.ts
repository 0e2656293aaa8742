// Covers: /system-admin/operations
import { readFile, rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { alertPostSchema } from "#contract/alerts.ts";
import { transcriptSchema } from "#drivers/axis/field-kit/transcript.ts";
import { verifyBackupFile } from "#server/backup/write-file.ts";
import { loadBackupKey } from "#server/platform/crypto/secret-key.ts";
import { startAxisSimulator } from "#simulators/axis/server.ts";
import { expectAccessible, expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { startReceiver } from "#tests/support/alert-receiver.ts";
import { test } from "#tests/support/browser.ts";
import { callFunction } from "#tests/support/client.ts";
import { mainWorld } from "#tests/support/main-world.ts";
import { boxesOf } from "../boxes.ts";
import { pastedText } from "../clipboard.ts";

test.use({ world: "operations" });

const onEnd: (() => Promise<void>)[] = [];
test.afterEach(() => Promise.all(onEnd.splice(0).map((end) => end())));

// Covers: running.25, running.26, running.27
test("a back-up is made, verified and downloaded in the page", async ({ page, portal, signIn }) => {
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/operations");
  const card = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Säkerhetskopior", exact: true }) });
  await expect(card.getByText("Inga säkerhetskopior ännu.")).toBeVisible();
  await expect(card.getByText(/på samma disk som databasen/)).toBeVisible();
  await card.getByRole("button", { name: "Gör säkerhetskopia nu" }).press("Enter");
  const row = card.getByRole("listitem");
  await expect(row.getByText("Verifierad")).toBeVisible();
  await expect(row).toContainText(`Gjord av ${portal.accounts.system.email}`);
  await expect(page.getByText("Säkerhetskopian är gjord och läst tillbaka")).toBeVisible();
  await expectAccessibleInBothThemes(page);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    row.getByRole("button", { name: /^Ladda ner säkerhetskopian / }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^portal-\d{8}T\d{6}Z-manual-[0-9a-f]{8}\.backup$/);
  const { backupKey, dataDir } = portal.server.deps.config;
  const key = await loadBackupKey({ configured: backupKey, dataDir });
  expect((await verifyBackupFile(await download.path(), key)).end.rows).toBeGreaterThan(0);
  await expect(page.getByRole("heading", { name: "Drift", level: 1 })).toBeVisible();

  // The file is cut behind the portal's back.
  const file = join(dataDir, "backups", download.suggestedFilename());
  await truncate(file, (await stat(file)).size - 10);
  await row.getByRole("button", { name: /^Verifiera säkerhetskopian / }).click();
  await expect(row.getByText("Går inte att läsa")).toBeVisible();
  await expect(row).toContainText("Filen slutar för tidigt och går inte att återställa.");
  await portal.admin.query("delete from backups");
  await rm(join(dataDir, "backups"), { recursive: true });
});

// Covers: running.9
test("a restored back-up waits until somebody has seen who would get in again", async ({ page, portal, signIn }) => {
  const world = await mainWorld(portal);
  await world.savePerson({ firstName: "Borta", lastName: "Bergsten", pin: "730261" });
  const door = portal.axis.doorTokens[0] ?? "";
  await expect.poll(() => portal.axis.wouldOpen("730261", door)).toBe(true);
  // The state after `npm run restore`: the device lacks objects removed after the back-up.
  await portal.admin.query(`insert into worker_pause (reason) values ('Återställd säkerhetskopia') on conflict do nothing;
    insert into restore_state (backup_id, taken_at) values (gen_random_uuid(), now() - interval '1 day');
    update controller_sync set restored_at = now()`);
  portal.axis.faults.editByHand((state) => {
    for (const credential of state.credentialsWithPin("730261")) state.credentials.delete(credential.token);
  });
  // A door's profile on the device lacks the rule for PIN alone, too.
  const { rows } = await portal.admin.query(
    "update access_points set pin_rule = 'Kod', pin_alone = true where id = $1 returning coalesce(door_name, name) as name",
    [world.doorIds[0]],
  );

  await signIn(portal.accounts.system);
  await page.goto("/system-admin");
  await page.getByRole("link", { name: "Drift", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Drift", level: 1 })).toBeVisible();
  await expect(page.getByText(/Inget skickas till styrenheterna och ingen grind öppnas/)).toBeVisible();
  await expect(page.getByText("Ingen säkerhetskopia är gjord.")).toBeVisible();
  await expect(page.getByText("All synkning är pausad.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Fortsätt" })).toBeDisabled();

  await page.getByRole("button", { name: "Läs av styrenheterna" }).click();
  const missing = page.getByRole("group", { name: "Finns i databasen, men inte på enheten" });
  await expect(missing.getByRole("checkbox", { name: "Ge Borta Bergsten tillgång igen" })).not.toBeChecked();
  const alone = page.getByRole("group", { name: "Enbart PIN räcker enligt databasen, men inte på enheten" });
  await expect(alone).toContainText(rows[0].name);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Fortsätt" }).click();
  const question = page.getByRole("alertdialog", { name: "Fortsätta efter återställningen?" });
  await expect(question).toContainText("1 behörighet stängs av, 0 ges igen, 0 objekt tas bort");
  await question.getByRole("button", { name: "Fortsätt" }).click();
  await expect(page.getByText("Synkningen är igång. 1 behörighet stängdes av.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Återställd säkerhetskopia" })).toBeHidden();
  await expect(page.getByText("All synkning är pausad.")).toBeHidden();
  expect(portal.axis.wouldOpen("730261", door)).toBe(false);
  expect(portal.axis.wouldOpen("4816", door)).toBe(true);
  expect((await portal.admin.query("select from access_points where pin_alone")).rowCount).toBe(0);
});

test("the facts of the portal leave no hole at any width", async ({ page, portal, signIn }) => {
  await signIn(portal.accounts.system);
  for (const width of [360, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/system-admin/operations");
    const card = (title: string) =>
      page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
    const [first, last, wide] = await boxesOf(card("Portalen"), card("Pågående"), card("Larm"));
    expect({ width, right: last?.right }).toEqual({ width, right: wide?.right });
    expect({ width, left: first?.left }).toEqual({ width, left: wide?.left });
  }
});

// web/features/operations/components/installation-webhook-card.test.tsx tests the question before it is switched off;
// tests/integration/gates/installation-webhook.test.ts tests that it then lets nobody in.
// Covers: admin.11
test("the installation's LPR sign-in is shown after re-authentication, and what is copied lets the gate in", async ({
  page,
  portal,
  signIn,
}) => {
  const { gateId } = await mainWorld(portal);
  const { system } = portal.accounts;
  await signIn(system);
  await portal.admin.query(
    "update auth.sessions set amr = jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', 1)) where user_id = $1",
    [system.userId],
  );
  await page.goto("/system-admin/operations");
  const card = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Installationens LPR-inloggning" }) });
  const stepUp = page.getByRole("dialog").filter({ hasText: "Bekräfta att det är du" });
  await card.getByRole("button", { name: "Visa inloggningen" }).click();
  await stepUp.getByRole("textbox", { name: "Nuvarande lösenord" }).fill(system.password);
  await stepUp.getByRole("button", { name: "Bekräfta" }).click();
  await expect(card.getByRole("button", { name: "Kopiera Användarnamn: portal-webhook" })).toBeVisible();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  // The press returns before the clipboard has the text, and the card may show the earlier one until it is read again.
  const shown = async () => {
    const before = await pastedText(page);
    let now = before;
    await expect
      .poll(async () => {
        await card.getByRole("button", { name: "Kopiera Lösenord" }).click();
        now = await pastedText(page);
        return now;
      })
      .not.toBe(before);
    return now;
  };
  const first = await shown();
  const ask = async (password: string) =>
    (
      await fetch(`${portal.url}/functions/v1/axxon-webhook?regnr=GEM111&gateid=${gateId}`, {
        method: "POST",
        headers: { authorization: `Basic ${Buffer.from(`portal-webhook:${password}`).toString("base64")}` },
      })
    ).status;
  expect(await ask(first)).toBe(200);

  await card.getByRole("button", { name: "Byt lösenord" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByText("Det gamla lösenordet gäller")).toBeVisible();
  await question.getByRole("button", { name: "Byt lösenord" }).click();
  await expect(page.getByText("Lösenordet är bytt")).toBeVisible();
  const second = await shown();
  expect(second).not.toBe(first);
  expect([await ask(first), await ask(second)]).toEqual([200, 200]);
  // The rotation makes the page read the gate's use again.
  await expect(card.getByRole("listitem").filter({ hasText: "Infart Norr" })).toBeVisible();
});

// web/features/alerts/components tests the dialogs' refusals and questions, and an alert on top of Operations;
// tests/integration/alerts/alerts.test.ts tests that an alert is raised, posted and ended.
// Covers: alert.7
test("a system admin sets up alert receivers and tests them", async ({ page, portal, signIn }) => {
  await mainWorld(portal);
  const receiver = await startReceiver();
  onEnd.push(() => receiver.close());
  await signIn(portal.accounts.system);
  await page.goto("/system-admin");
  await page.getByRole("link", { name: "Drift", exact: true }).click();
  await page.getByRole("button", { name: "Larminställningar" }).click();
  const settings = page.getByRole("dialog", { name: "Larminställningar" });
  const denials = settings.getByLabel(/^Larma när … passager nekas vid samma grind/);
  await expect(denials).toHaveValue("20");
  await denials.fill("3");
  await expectAccessibleInBothThemes(page);
  await settings.getByText("system@test.example").click();
  await settings.getByRole("button", { name: "Spara" }).click();
  await expect(page.getByText("Larminställningarna är sparade")).toBeVisible();

  await page.getByRole("button", { name: "Webhookar" }).click();
  const webhooks = page.getByRole("dialog", { name: "Webhookar" });
  await webhooks.getByLabel("Namn").fill("Jourtelefon");
  await webhooks.getByLabel("Adress").fill(receiver.url);
  await webhooks.getByRole("button", { name: "Lägg till webhook" }).click();
  await expect(webhooks.getByText(/^whsec_/)).toBeVisible();
  await expectAccessible(page);
  await expect(webhooks.getByText(new URL(receiver.url).origin, { exact: true })).toBeVisible();
  await expect(webhooks.getByText("nyckel-i-adressen")).toBeHidden();
  await webhooks.getByRole("button", { name: "Stäng" }).first().click();

  await page.getByRole("button", { name: "Skicka provlarm" }).click();
  await expect(page.getByText("Provlarm på väg: 0 med e-post, 1 till webhookar.")).toBeVisible();
  // An alert that is raised meanwhile is posted there too.
  const tests = () => receiver.posts.filter(({ body }) => alertPostSchema.parse(JSON.parse(body)).event === "test");
  await expect.poll(() => tests().length).toBe(1);
  await page.getByRole("button", { name: /^Senaste utskick/ }).click();
  const deliveries = page.getByRole("list", { name: /^Senaste utskick/ });
  await expect(deliveries.getByRole("listitem").filter({ hasText: "Jourtelefon (Webhook, prov)" })).toContainText(
    "Skickat",
  );
});

// web/features/controllers/components/device-health.test.tsx and examine-dialog.test.tsx test a unit's own dialogs.
test("a gate warns of its camera's clock, and a unit's examination can be read, printed and saved", async ({
  page,
  portal,
  signIn,
}) => {
  const { system, gateId } = await mainWorld(portal);
  const axis = await startAxisSimulator({
    model: "ENTRY_MANAGER",
    doors: [{ name: "Entré Hus 1" }, { name: "Teknikrum" }],
  });
  onEnd.push(() => axis.close());
  const payload = {
    name: "Port A",
    device_type: "axis",
    device_ip: axis.url,
    device_port: axis.port,
    username: "portal",
    password: "S3cret-pass",
  };
  expect(await callFunction(system, "controller-manager", { action: "CREATE", payload })).toMatchObject({
    status: 200,
  });
  await portal.admin.query("update controllers set push_skew_ms = -6400 where id = $1", [gateId]);
  await signIn(portal.accounts.system);
  await page.goto(`/system-admin/controllers?controller=${gateId}`);
  const strip = page.getByRole("region", { name: "Enheten" });
  await expect(strip).toContainText("Klockan går 6 s efter");
  await strip.scrollIntoViewIfNeeded();
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await portal.admin.query(
    `update auth.sessions set amr = (select jsonb_agg(entry || '{"timestamp": 1700000000}') from jsonb_array_elements(amr) entry) where user_id = $1`,
    [portal.accounts.system.userId],
  );
  await page.getByRole("button", { name: "Fler åtgärder för Port A" }).click();
  await page.getByRole("menuitem", { name: "Undersök enheten" }).click();
  const dialog = page.getByRole("dialog", { name: "Undersök enheten" });
  await expect(dialog.getByRole("button", { name: "Undersök" })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Undersök" }).click();
  const stepUp = page.getByRole("dialog").filter({ hasText: "Bekräfta att det är du" });
  await stepUp.getByRole("textbox", { name: "Nuvarande lösenord" }).fill(portal.accounts.system.password);
  await stepUp.getByRole("button", { name: "Bekräfta" }).click();

  await expect(dialog.getByRole("status").filter({ hasText: "saker att känna till" })).toBeVisible();
  await expect(dialog.getByRole("heading", { name: "Avviker" })).toBeVisible();
  await expect(dialog.getByText("Passerpunkterna har åtgärden AccessDoor.")).toBeVisible();
  await expect(dialog.getByText("2 dörrar kan användas av portalen.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: /Kopiera Kommando/ })).toContainText(
    `npm run field-kit -- --address https://127.0.0.1:${axis.port} --user portal --try 1`,
  );
  await expectAccessibleInBothThemes(page);

  const downloaded = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Hämta protokollet" }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toMatch(/^undersokning-\d{4}-\d{2}-\d{2}-\d{4}\.json$/);
  const text = await readFile(await file.path(), "utf8");
  expect(transcriptSchema.parse(JSON.parse(text))).toMatchObject({ stopped: null, trial: null });
  for (const secret of ["Entré Hus 1", "S3cret-pass", axis.serial, "127.0.0.1"])
    expect(text.toLowerCase()).not.toContain(secret.toLowerCase());

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await dialog.getByRole("button", { name: "Skriv ut" }).click();
  await expect(page.locator("body[data-printed]")).toHaveCount(1);
  await page.emulateMedia({ media: "print" });
  const paper = page.locator("[data-print-note]");
  await expect(paper).toContainText("Undersökning av Port A");
  await expect(paper.getByText("2 dörrar kan användas av portalen.")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("grid")).toBeHidden();
  // The dark theme's light ink would be unreadable on paper.
  const ink = () => paper.getByText("Undersökning av Port A").evaluate((title) => getComputedStyle(title).color);
  const inLight = await ink();
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
  expect(await ink()).toBe(inLight);
  await page.emulateMedia({ media: "screen" });
  await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
});
