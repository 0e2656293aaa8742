// Puts two hundred script payloads into every text field, on every page and dialog: they are shown as text, and never run or reported.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { ACCOUNTS, pathsWithoutShot } from "#scripts/screenshots/plan.ts";
import { anyDialog } from "#scripts/screenshots/take-shots.ts";
import { openShot } from "#tests/e2e/open-shot.ts";
import { test } from "#tests/support/browser.ts";
import { paced } from "#tests/support/pace.ts";
import { stepUpAgain } from "#tests/support/step-up.ts";
import { plantXss, XSS_PAYLOADS } from "#tests/support/xss-payloads.ts";

test.use({ world: "xss" });
test.describe.configure({ mode: "serial", timeout: paced(600_000) }); // Forty pages and dialogs, also on a loaded machine.

/** Columns that cannot hold payloads: kinds and states, encrypted texts and digests, immutable rows. */
// biome-ignore format: a list to be read at a glance
const REFUSING = new Set([
  "access_logs.access_reason", "audit.subject_table", "audit_keys.chain", "audit_keys.key_id", "audit_keys.mac", "audit_keys.voucher_id", "deleted_rows.table_name", "audit_chain.hmac", "audit_chain.key_id", "audit_chain.row_hmac", "controllers.webhook_previous_hash", "organizations.kind", "controller_pins.pin_hmac", "controller_users.pin", "controllers.cert_sha256",
  "controllers.device_type", "controllers.password_encrypted", "controllers.webhook_hash", "controllers.webhook_secret", "credentials.credential_type",
  "credentials.credential_value", "credentials.validity_period", "device_sync.source_kind", "mail_queue.recipient", "mail_queue.encrypted_content", "mail_queue.state",
  "mail_queue.template", "mfa_requirements.role", "sync_receipts.source_kind", "sync_receipts.kind", "user_roles.role", "weekly_codes.code", "access_groups.validity_period", "installation_groups.validity_period", "calendar_days.holiday",
  "alert_deliveries.event", "alert_deliveries.last_error", "alert_deliveries.state", "alert_webhooks.origin", "alert_webhooks.encrypted_url", "alert_webhooks.signing_secret", "alerts.kind", "notice_choices.kind", "notice_choices.pace",
  "installation_webhook.webhook_hash", "installation_webhook.webhook_previous_hash", "installation_webhook.webhook_secret",
  // Only the server's back-ups write these columns, and this test makes none.
  "backups.file_name", "backups.kind", "backups.state", "backups.error", "backups.copy_error", "backups.version", "restore_reports.error",
  "restores.file_name", "restores.state", "restores.error",
  // The first column has one of a few words, the second a reading whose key no payload fits.
  "controllers.refused_cause", "removed_credentials.credential_type", "plate_aliases.plate_number",
  // Digests.
  "end_users.import_digest", "pushed_reads.car",
  // These columns allow one form of text only.
  "end_users.email", "end_users.phone",
  // The column allows only the name of a camera.
  "controllers.frame_source",
  // These columns allow only a few words.
  "access_points.pin_use", "access_points.hours_problem", "door_profiles.hours_problem", "controllers.tls_version",
  // Words of the portal, or of the device without special characters.
  "door_holds.end_cause", "door_states.alarm", "door_states.mode", "door_states.physical", "door_states.source",
  "door_events.device_reason", "door_events.gap_cause", "door_events.kind", "door_events.reason",
  "shared_door_events.gap_cause", "shared_door_events.kind",
  "door_versions.hours_state", "door_versions.pin_use", "controller_delays.cause",
]);

interface Watch {
  readonly ran: string[];
  readonly stopped: string[];
  readonly shown: Set<number>;
}

/** Records calls of `xss`, browser dialogs, and reports of CSP and Trusted Types. */
async function watch(page: Page): Promise<Watch> {
  const seen: Watch = { ran: [], stopped: [], shown: new Set() };
  await page.exposeFunction("xss", (n: unknown) => void seen.ran.push(`xss(${String(n)})`));
  await page.exposeFunction("policyReport", (text: string) => void seen.stopped.push(text));
  page.on("dialog", (dialog) => {
    // The page's own question about unsaved changes.
    if (dialog.type() === "beforeunload") return void dialog.accept();
    seen.ran.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => {
      Reflect.get(globalThis, "policyReport")(`${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  return seen;
}

/** Returns payloads shown as text or in fields, and elements that only a payload could have made. */
const look = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll("input, textarea")].map((field) => Reflect.get(field, "value"));
    const text = `${document.body.textContent} ${fields.join(" ")} ${document.title}`;
    const numbers = [...text.matchAll(/xss\((\d+)\)/g)].map(([, number]) => Number(number));
    const made = document.querySelectorAll(
      'img[src="x"], iframe, svg[onload], [onerror], [onload], [onfocus], [ontoggle], a[href^="javascript:" i], math, details[ontoggle], video',
    );
    return { numbers, made: [...made].map((element) => element.outerHTML.slice(0, 200)) };
  });

// Covers: tenant.5
test("every text column of the database holds a payload or refuses it", async ({ portal }) => {
  expect(new Set(XSS_PAYLOADS).size).toBe(200);
  const { refused } = await plantXss(portal.admin, portal.accounts.nord.organizationId ?? "");
  expect(refused.filter((column) => !REFUSING.has(column.replace(" (no row)", "")))).toEqual([]);
  const router = readFileSync(join(import.meta.dirname, "../../../web/app/router.tsx"), "utf8");
  expect(pathsWithoutShot(router)).toEqual([]);
});

for (const { name, shots: all, signIn: account } of ACCOUNTS.filter(({ signIn }) => signIn !== null)) {
  const shots = all.filter(({ demo }) => !demo);
  // Covers: tenant.5, design.9
  test(`nothing of them runs on the ${shots.length} pages and dialogs of ${name}`, async ({ page, portal, signIn }) => {
    expect(account).not.toBeNull();
    const seen = await watch(page);
    await signIn(name === "system" ? portal.accounts.system : portal.accounts.nord);
    for (const shot of shots) {
      await stepUpAgain(portal.admin);
      await openShot(page, shot);
      const { numbers, made } = await look(page);
      for (const number of numbers) seen.shown.add(number);
      expect({ shot: shot.name, made }).toEqual({ shot: shot.name, made: [] });
    }
    expect(seen.ran).toEqual([]);
    expect(seen.stopped).toEqual([]);
    expect(seen.shown.size).toBe(XSS_PAYLOADS.length);
    // Control: the same text inserted as markup is stopped and reported.
    await page.evaluate(() => {
      try {
        document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=xss(0)>");
      } catch {
        // Trusted Types refuse the markup.
      }
    });
    await expect.poll(() => seen.stopped.length).toBeGreaterThan(0);
    expect(seen.ran).toEqual([]);
  });
}

// Covers: tenant.5
test("nothing of them runs where a door is opened, and where a refusal is explained", async ({
  page,
  portal,
  signIn,
}) => {
  const seen = await watch(page);
  const { rows } = await portal.admin.query<{ id: string }>(
    "select controller_id as id from door_events where kind = 'access' limit 1",
  );
  const controllerId = rows[0]?.id;
  await portal.admin.query("update controllers set enabled = true where id = $1", [controllerId]);
  await portal.admin.query("update door_holds set ended_at = now(), end_confirmed_at = now(), end_cause = 'released'");
  await portal.admin.query(
    "update door_states s set mode = 'locked', read_at = now() + interval '1 hour' from access_points a where a.id = s.access_point_id and a.controller_id = $1",
    [controllerId],
  );
  const expectText = async () => {
    const { numbers, made } = await look(page);
    expect(numbers.length).toBeGreaterThan(0);
    expect(made).toEqual([]);
  };
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/doors");
  for (const name of [/^Öppna .*xss\(/, /^Håll olåst: .*xss\(/]) {
    // Gates stand on the page before its doors do; theirs are switched off.
    await page.getByRole("grid", { name: "Dörrar" }).getByRole("button", { name }).first().click();
    await expect(anyDialog(page).last()).toContainText("xss(");
    await expectText();
    await page.keyboard.press("Escape");
    await expect(anyDialog(page)).toHaveCount(0);
  }
  await page.goto("/org-admin/access-logs?log=doors");
  await page
    .getByRole("grid")
    .getByRole("row")
    .filter({ hasText: "Nekad" })
    .filter({ hasText: "xss(" })
    .first()
    .click();
  await expect(anyDialog(page).last()).toContainText("xss(");
  await expect(anyDialog(page).last().getByRole("button").or(anyDialog(page).last().getByRole("link"))).not.toHaveCount(
    0,
  );
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  await expectText();
  expect(seen.ran).toEqual([]);
  expect(seen.stopped).toEqual([]);
});
