import { expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import type { TestAccount, TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";
import { mainWorld } from "#tests/support/main-world.ts";
import { SESSION_KEY } from "#web/lib/calls/session-key.ts";

test.use({ world: "step-up" });
test.describe.configure({ mode: "serial" });

const row = (page: Page, name: string) => page.getByRole("grid").getByRole("row").filter({ hasText: name });
const stepUp = (page: Page) => page.getByRole("dialog").filter({ hasText: "Bekräfta att det är du" });
const toast = (page: Page, text: string) => page.locator("[data-sonner-toast]").filter({ hasText: text });

const age = (portal: TestPortal, { userId }: TestAccount) =>
  portal.admin.query(
    `update auth.sessions set amr = (select jsonb_agg(entry || '{"timestamp": 1700000000}') from jsonb_array_elements(amr) entry) where user_id = $1`,
    [userId],
  );

async function answerWithPassword(page: Page, { password }: TestAccount): Promise<void> {
  await stepUp(page).getByRole("textbox", { name: "Nuvarande lösenord" }).fill(password);
  await stepUp(page).getByRole("button", { name: "Bekräfta" }).click();
  await expect(stepUp(page)).toHaveCount(0);
}

// Covers: admin.13
test("a PIN in an old session is shown after the password, and no more than twenty an hour", async ({
  page,
  portal,
  signIn,
}) => {
  await mainWorld(portal);
  const { nord } = portal.accounts;
  await signIn(nord);
  await age(portal, nord);
  await page.goto("/org-admin/end-users");
  const reveal = row(page, "Alva Exempelsson").getByRole("button", { name: "Visa PIN-kod" });
  await reveal.click();
  await expect(stepUp(page)).toBeVisible();
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
  await stepUp(page).getByRole("button", { name: "Avbryt" }).click();
  await expect(toast(page, "Bekräfta med ditt lösenord att det är du. Inget har visats eller ändrats.")).toBeVisible();
  await expect(row(page, "Alva Exempelsson")).not.toContainText("4816");
  await reveal.click();
  await answerWithPassword(page, nord);
  await expect(row(page, "Alva Exempelsson")).toContainText("4816");

  await portal.admin.query(
    "update auth.rate_limits set taken = array(select clock_timestamp() from generate_series(1, 20)) where key = $1",
    [`reveal:${nord.userId}`],
  );
  await page.reload();
  await reveal.click();
  await expect(toast(page, "Du har visat koder 20 gånger den senaste timmen")).toBeVisible();
  await expect(row(page, "Alva Exempelsson")).not.toContainText("4816");
});

// Covers: admin.12
test("a device that is moved needs its password again, and the person", async ({ page, portal, signIn }) => {
  const { controllerId } = await mainWorld(portal);
  const { system } = portal.accounts;
  const stored = async () =>
    (await portal.admin.query("select device_ip, device_port from controllers where id = $1", [controllerId])).rows[0];
  const before = await stored();
  await signIn(system);
  await age(portal, system);
  await page.goto("/system-admin/controllers");
  await page.getByRole("button", { name: "Redigera Garage Kajen" }).click();
  const form = page.getByRole("dialog").filter({ hasText: "Redigera styrenhet" });
  await expect(form.getByText("Lämna tomt för att behålla det nuvarande.")).toBeVisible();
  await form.getByLabel("Adress").fill("https://127.0.0.55");
  await form.getByRole("button", { name: "Spara" }).click();
  const asked = "Adressen är ändrad. Skriv lösenordet igen: det sparade skickas aldrig till en ny plats.";
  await expect(form.getByText(asked)).toBeVisible();
  await expect(form.getByLabel("Lösenord", { exact: true })).toBeFocused();
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
  expect(await stored()).toEqual(before);

  await form.getByLabel("Lösenord", { exact: true }).fill("S3cret-pass");
  await form.getByRole("button", { name: "Spara" }).click();
  // Nothing answers there.
  await form.getByRole("button", { name: "Spara ändå" }).click();
  await expect(stepUp(page)).toBeVisible();
  expect(await stored()).toEqual(before);
  await answerWithPassword(page, system);
  await expect(toast(page, "Styrenhet uppdaterades")).toBeVisible();
  expect(await stored()).toEqual({ ...before, device_ip: "https://127.0.0.55" });

  // Other changes need no password, however old the session.
  await age(portal, system);
  await page.getByRole("button", { name: "Redigera Garage Kajen" }).click();
  await form.getByLabel("Namn", { exact: true }).fill("Garage Bryggan");
  await form.getByRole("button", { name: "Spara" }).click();
  await expect(row(page, "Garage Bryggan")).toBeVisible();
});

// Covers: admin.14
test("an account with a second factor is asked for that one, for its own password too", async ({ page, portal }) => {
  const { syd } = portal.accounts;
  const client = await signedInClient(portal.url, syd);
  await client.auth.stopAutoRefresh();
  const made = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Telefonen" });
  const app = new TOTP({ secret: Secret.fromBase32(made.data?.totp.secret ?? "") });
  const codeIn = (steps: number) => app.generate({ timestamp: Date.now() + steps * 30_000 });
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: made.data?.id ?? "", code: codeIn(0) });
  expect(verified.error).toBeNull();
  const { data } = await client.auth.getSession();
  await page.goto("/healthz");
  await page.evaluate(([key, session]) => localStorage.setItem(key, session), [
    SESSION_KEY,
    JSON.stringify(data.session),
  ] as const);
  await age(portal, syd);

  await page.goto("/org-admin/account");
  await page.getByRole("button", { name: "Byt lösenord" }).click();
  const form = page.getByRole("dialog").filter({ hasText: "Nytt lösenord" });
  await form.getByRole("textbox", { name: "Nuvarande lösenord" }).fill(syd.password);
  await form.getByRole("textbox", { name: "Nytt lösenord", exact: true }).fill("tre röda bilar vid grinden");
  await form.getByRole("textbox", { name: "Lösenordet en gång till" }).fill("tre röda bilar vid grinden");
  await form.getByRole("button", { name: "Spara" }).click();
  await expect(stepUp(page).getByRole("textbox", { name: "Nuvarande lösenord" })).toHaveCount(0);
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
  await stepUp(page).getByLabel("Kod från autentiseringsappen").fill("000000");
  await stepUp(page).getByRole("button", { name: "Bekräfta" }).click();
  await expect(stepUp(page).getByText("Koden stämmer inte. Försök igen med en ny kod.")).toBeVisible();
  await stepUp(page).getByLabel("Kod från autentiseringsappen").fill(codeIn(1));
  await stepUp(page).getByRole("button", { name: "Bekräfta" }).click();
  await expect(toast(page, "Lösenordet är ändrat")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
