// The whole task: an admin chooses emails, somebody is refused at a door, the email leads to why, and its link switches them off.
// Covers: alert.8, alert.9
import { expect } from "@playwright/test";
import { expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { countPresses } from "#tests/e2e/count-presses.ts";
import { test } from "#tests/support/browser-mail.ts";
import { mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";

test.use({ world: "notices" });

const UNKNOWN_PIN = "9173";

// Covers: task.8
test("refusals are chosen in one press, come by email with their cause, and are switched off in one press", async ({
  page,
  portal,
  mailbox,
  signIn,
}) => {
  const { doorIds } = await mainWorld(portal);
  const { nord } = portal.accounts;
  await signIn(nord);
  await page.goto("/org-admin/account");
  const notices = page.locator("section").filter({ has: page.getByRole("heading", { name: "Aviseringar" }) });
  const choosing = await countPresses(page);
  await notices.getByText("Varje timme", { exact: true }).click();
  await expect(page.locator("[data-sonner-toast]").filter({ hasText: "Aviseringarna är ändrade" })).toBeVisible();
  expect(await choosing()).toBe(1);
  await page.reload();
  await expect(notices.getByRole("radio", { name: "Varje timme" })).toBeChecked();
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 1280, height: 720 });

  const { rows } = await portal.admin.query<{ token: string }>(
    "select device_door_token as token from access_points where id = $1",
    [doorIds[0]],
  );
  expect(portal.axis.punch(rows[0]?.token ?? "", UNKNOWN_PIN).granted).toBe(false);
  await portal.admin.query("update door_event_cursors set next_read_at = '-infinity'");
  const refusals = async () =>
    (
      await portal.admin.query<{ id: string }>(
        "select id from door_events where granted = false and organization_id is not null",
      )
    ).rows;
  await expect.poll(async () => (await refusals()).length).toBe(1);
  const passage = (await refusals())[0]?.id;
  // Instead of the ten seconds in which a late transaction may still store an event.
  await portal.admin.query(
    "update door_events set received_at = received_at - interval '20 seconds' where granted = false",
  );
  await portal.admin.query(
    "update notice_choices set chosen_at = chosen_at - interval '1 minute', told_to = told_to - interval '1 minute'",
  );

  const arrived = () => mailbox.list().filter(({ to }) => to.includes(nord.email));
  await expect.poll(() => arrived().length, { timeout: paced(60_000) }).toBe(1);
  const mail = arrived()[0];
  expect(mail?.subject).toMatch(/^Nekat försök: Dörr 1/);
  expect(mail?.text).toContain("okänd kod");
  expect(JSON.stringify(mail)).not.toContain(UNKNOWN_PIN);
  expect(mail?.headers).toMatchObject({
    "list-unsubscribe": expect.stringContaining(`<${portal.url}/functions/v1/stop-notices?token=`),
    "list-unsubscribe-post": "List-Unsubscribe=One-Click",
  });

  const why = mail?.links.find((link) => link.includes("passage=")) ?? "";
  expect(why).toContain(passage);
  await page.goto(why);
  await expect(page.getByRole("dialog")).toContainText("Styrenheten kände inte igen koden");

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(mail?.links.find((link) => link.includes("notices=")) ?? "");
  await expect(page.getByRole("heading", { name: "Stäng av mailen" })).toBeFocused();
  await expectAccessibleInBothThemes(page);
  const stopping = await countPresses(page);
  await page.getByRole("button", { name: "Stäng av" }).click();
  await expect(page.getByRole("heading", { name: "Mailen är avstängda" })).toBeFocused();
  expect(await stopping()).toBe(1);
  await page.getByRole("button", { name: "Fortsätt" }).click();
  await expect(page.getByRole("heading", { name: "Logga in" })).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
  expect((await portal.admin.query("select pace from notice_choices")).rows).toEqual([{ pace: "off" }]);
});
