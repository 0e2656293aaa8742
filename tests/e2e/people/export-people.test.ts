// Tests the whole task on many people: choosing all that a search finds, a bulk change of more than one call, and the file.
import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { countPresses } from "#tests/e2e/count-presses.ts";
import { test } from "#tests/support/browser.ts";

test.use({ world: "export-people" });

/** More than one call of a bulk change takes, and not a whole number of pages. */
const PEOPLE = 260;

test.beforeEach(async ({ portal }) => {
  const { admin, accounts } = portal;
  await admin.query("delete from end_users");
  await admin.query(
    `with made as (
       insert into end_users (organization_id, first_name, last_name, apartment, phone)
       select $1, 'Massa', 'Boende ' || to_char(n, 'FM000'), (1100 + n)::text, case when n = 1 then '+46 70 123 45 67' end
       from generate_series(1, ${PEOPLE}) as n returning id, last_name)
     insert into credentials (end_user_id, credential_type, credential_value, validity_period, valid_from, valid_to, enabled)
     select id, 'license_plate', 'EXP' || right(last_name, 3), '12_months', now(), '2099-06-30T22:00:00Z', true from made`,
    [accounts.nord.organizationId],
  );
  await admin.query(
    "insert into end_users (organization_id, first_name, last_name) values ($1, 'Annan', 'Person'), ($2, 'Massa', 'Söderut')",
    [accounts.nord.organizationId, accounts.syd.organizationId],
  );
});

// Covers: task.7
test("all that a search finds are disabled in four presses, undone, and exported in one", async ({
  page,
  portal,
  signIn,
}) => {
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/end-users?q=Massa&sort=name");
  await expect(page.getByText(`Visar ${PEOPLE} av ${PEOPLE + 1} användare`)).toBeVisible();
  const presses = await countPresses(page);
  await page.getByRole("checkbox", { name: "Välj Massa Boende 002" }).click();
  const bar = page.getByRole("group", { name: "Valda rader" });
  await bar.getByRole("button", { name: `Välj alla ${PEOPLE}` }).click();
  await expect(bar).toContainText(`${PEOPLE} valda`);
  await expect(bar.getByRole("button", { name: /^Välj alla/ })).toHaveCount(0);
  await expectAccessible(page);
  await bar.getByRole("button", { name: "Inaktivera" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(`${PEOPLE} fordon`);
  await question.getByRole("button", { name: `Inaktivera ${PEOPLE} användare` }).click();
  await expect(page.getByText(`${PEOPLE} användare inaktiverade`)).toBeVisible();
  expect(await presses()).toBe(4);
  const enabled = async () =>
    (await portal.admin.query<{ n: number }>("select count(*)::int as n from credentials where enabled")).rows[0]?.n;
  expect(await enabled()).toBe(0);
  await page.getByRole("button", { name: "Ångra" }).click();
  await expect.poll(enabled).toBe(PEOPLE);

  await page.getByRole("button", { name: "Kolumner" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Lägenhet" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Telefon" }).click();
  await page.keyboard.press("Escape");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exportera CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^anvandare-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = readFileSync(await file.path(), "utf8");
  expect(text.startsWith("\ufeff")).toBe(true);
  const [head, first, second, ...rest] = text.slice(1).trimEnd().split("\r\n");
  expect(head).toMatch(
    /^Förnamn;Efternamn;Lägenhet;Telefon;PIN-kod gäller till;Registreringsnummer;Fordon gäller till;Skapad$/,
  );
  expect(first).toMatch(/^Massa;Boende 001;1101;'\+46 70 123 45 67;;EXP 001;2099-07-01;\d{4}-\d{2}-\d{2}$/);
  expect(second).toMatch(/^Massa;Boende 002;1102;;;EXP 002;/);
  expect(rest).toHaveLength(PEOPLE - 2);
  expect(text).not.toContain("Söderut");
  const { rows } = await portal.admin.query("select actor, after from audit where action = 'people_exported'");
  expect(rows).toEqual([{ actor: expect.any(String), after: { rows: PEOPLE, search: "Massa" } }]);
  // The columns stay for the next visit.
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "Telefon" })).toBeVisible();
});

test("digits of a searched PIN are not written in the event of an export", async ({ page, portal, signIn }) => {
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/end-users");
  await page.getByRole("searchbox").fill("1101");
  await expect(page.getByText("Visar 1 av", { exact: false })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exportera CSV" }).click();
  const text = readFileSync(await (await download).path(), "utf8");
  expect(text).toContain("Massa;Boende 001;Brf Norrgården;");
  const { rows } = await portal.admin.query(
    "select after from audit where action = 'people_exported' order by at desc limit 1",
  );
  expect(rows).toEqual([{ after: { rows: 1 } }]);
});
