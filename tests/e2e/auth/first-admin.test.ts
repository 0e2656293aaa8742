// Covers: /auth
import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";

test.use({ world: "first-admin" });

/** Leads from an empty installation to the first person, using only the overview: each step is one press, and is ticked automatically. */
async function takeFirstSteps(page: Page, portal: TestPortal): Promise<void> {
  const steps = page.getByRole("list", { name: "Kom igång" });
  const current = steps.locator("[aria-current=step]");
  const dialog = page.getByRole("dialog");
  await expect(page.getByText("0 av 5 klara", { exact: true })).toBeVisible();
  await expect(page.getByRole("slider")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Inget att synka ännu" })).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await steps.getByRole("button", { name: "Lägg till användare" }).click();
  await expect(dialog).toContainText("Det finns ännu ingen organisation.");
  await dialog.getByRole("button", { name: "Lägg till organisation" }).click();
  await dialog.getByLabel("Namn", { exact: true }).fill("Brf Norrgården");
  await dialog.getByRole("button", { name: "Lägg till organisation" }).click();
  await expect(page.getByText("1 av 5 klart", { exact: true })).toBeVisible();
  await expect(steps.getByRole("listitem").first()).toContainText(/Brf Norrgården · i dag \d\d:\d\d/);

  await current.getByRole("button", { name: "Lägg till styrenhet" }).click();
  await dialog.getByLabel("Namn", { exact: true }).fill("Port A");
  await dialog.getByLabel("Adress").fill(portal.axis.url);
  await dialog.getByLabel("Port").fill(String(portal.axis.port));
  await dialog.getByLabel("Användarnamn").fill("portal");
  await dialog.getByLabel("Lösenord", { exact: true }).fill("S3cret-pass");
  await dialog.getByRole("button", { name: "Skapa styrenhet" }).click();
  await dialog.getByRole("button", { name: "Godkänn certifikatet" }).click();
  // The way from a new controller to a code that opens, over the list of steps.
  await dialog.getByLabel("Dörrnamn för Dörr 1").fill("Entré");
  await dialog.getByRole("button", { name: "Spara och fortsätt" }).click();
  await dialog.getByRole("button", { name: "Tilldela Brf Norrgården" }).click();
  await expect(dialog.getByText("Tilldelad", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Välj dörrar för Brf Norrgården" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(steps).toContainText(/Port A svarade i dag \d\d:\d\d · 2 dörrar hittade/);
  await expect(page.getByText("3 av 5 klara", { exact: true })).toBeVisible();

  await current.getByRole("button", { name: "Lägg till användare" }).click();
  await dialog.getByLabel("Förnamn").fill("Anna");
  await dialog.getByLabel("Efternamn").fill("Skisslund");
  await dialog.getByText("Lägg till PIN-kod behörighet").click();
  // The doors of the only controller are chosen from the start.
  await expect(dialog.getByRole("checkbox", { name: "Entré" })).toBeChecked();
  await dialog.getByRole("button", { name: "Spara" }).click();
  await expect(dialog.getByRole("heading", { name: "PIN-koden är skapad" })).toBeVisible();
  const pin = (await dialog.getByRole("button", { name: /^Kopiera PIN-kod/ }).textContent()) ?? "";
  await dialog.getByRole("button", { name: "Stäng" }).last().click();
  await expect(page.getByText("4 av 5 klara", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/system-admin$/);
  await current.getByRole("button", { name: "Visa hur" }).click();
  await expect(dialog).toContainText("Med behörigheten för Anna Skisslund");
  await page.keyboard.press("Escape");

  // Anna tries at the door; the controller's log shows it, and the card disappears for good.
  await expect.poll(() => portal.axis.punch(portal.axis.doorTokens[0] ?? "", pin).granted).toBe(true);
  await expect(steps).toHaveCount(0);
  await expect(page.getByRole("slider", { name: /^Passager per timme/ })).toBeVisible();
}

test("the link makes and signs in the first system admin, who gets from nothing to a code that opens", async ({
  page,
  portal,
}) => {
  const { setupUrl } = portal.server;
  if (setupUrl === null) throw new Error("the server gave no set-up link");
  // Restores the state before any account; the last system admin cannot be removed in any other way.
  await portal.admin.query(
    "begin; set local session_replication_role = replica; delete from user_roles; delete from organizations; commit",
  );

  // web/features/auth/sign-in/first-admin-form.test.tsx tests the page's words about such a link.
  const askAbout = async (token: string) => {
    const reply = await page.request.get(`${portal.url}/functions/v1/first-admin`, { params: { token } });
    return [reply.status(), Object(await reply.json()).error];
  };
  expect(await askAbout("fel")).toEqual([
    403,
    "Länken gäller inte. Starta om servern och använd länken som den skriver ut.",
  ]);
  await page.goto("/auth?setup=fel");
  await expect(page.getByRole("heading", { name: "Länken fungerar inte längre" })).toBeVisible();
  await expectAccessible(page);
  await page.goto(setupUrl);
  await expect(page.getByRole("heading", { name: "Skapa systemadministratör" })).toBeVisible();
  await expect(page).toHaveTitle("Skapa systemadministratör – Webbportal");
  await expect(page.getByLabel("Förnamn")).toBeFocused();
  await expectAccessible(page);

  await page.getByLabel("Förnamn").fill("Sixten");
  await page.getByLabel("Efternamn").fill("Provberg");
  await page.getByLabel("E-post").fill("sixten@test.example");
  await page.getByLabel("Lösenord", { exact: true }).fill("tre röda bilar vid grinden");
  await expect(page.getByText("Starkt lösenord.")).toBeVisible();
  await page.getByLabel("Lösenordet en gång till").fill("tre röda bilar vid grinden");
  await page.getByRole("button", { name: "Skapa konto" }).click();
  await page.waitForURL(/\/system-admin$/);
  await expect(page.getByText("sixten@test.example").first()).toBeVisible();
  expect(await askAbout(new URL(setupUrl).searchParams.get("setup") ?? "")).toEqual([
    409,
    "Det finns redan en systemadministratör. Logga in i stället.",
  ]);

  await takeFirstSteps(page, portal);
});
