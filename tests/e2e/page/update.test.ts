// An update in a browser: each version's page works with the other version's server, on a database of the newer schema.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { pageFolder } from "#scripts/lib/paths.ts";
import { makeVersions } from "#tests/chaos/upgrade/versions.ts";
import { lastingPort } from "#tests/chaos/world/ports.ts";
import { createServerProcess } from "#tests/chaos/world/server-process.ts";
import { test } from "#tests/support/browser.ts";
import type { TestAccount } from "#tests/support/build-portal.ts";
import { TEST_SECRET_KEY } from "#tests/support/cluster.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "update" });

const COLUMNS = "access_group_members(group_id)";

async function signIn(page: Page, url: string, { email, password }: TestAccount): Promise<void> {
  await page.goto(`${url}/auth`);
  await page.getByLabel("E-post").fill(email);
  await page.getByLabel("Lösenord", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Logga in", exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname !== "/auth");
  await page.goto(`${url}/org-admin/end-users`);
}

/** Types the apartment of Alva into her form. The returned function saves it. */
async function writeApartment(page: Page, apartment: string): Promise<() => Promise<void>> {
  await page.getByRole("grid").getByRole("button", { name: "Redigera Alva Exempelsson" }).click();
  const form = page.getByRole("dialog");
  const more = form.getByRole("button", { name: "Fler uppgifter" });
  // The section is open when it has content.
  if ((await more.getAttribute("aria-expanded")) === "false") await more.click();
  await form.getByLabel("Lägenhet").fill(apartment);
  return async () => {
    await form.getByRole("button", { name: "Spara" }).click();
    await expect(form).toBeHidden();
  };
}

// Covers: running.13
test("an open form, the former page at a new server and the next page at a former server list and save people", async ({
  browser,
  portal,
}) => {
  await using stack = new AsyncDisposableStack();
  await mainWorld(portal);
  const stored = async () =>
    (await portal.admin.query("select apartment from end_users where last_name = 'Exempelsson'")).rows;
  const newPage = async () => {
    const context = await browser.newContext({ serviceWorkers: "block" });
    stack.defer(() => context.close());
    return context.newPage();
  };
  const open = await newPage();
  await signIn(open, portal.url, portal.accounts.nord);
  await expect(open.getByRole("grid").getByText("Exempelsson")).toBeVisible();
  const saveTyped = await writeApartment(open, "1001");

  const folder = await mkdtemp(join(tmpdir(), "access-portal-update-"));
  stack.defer(() => rm(folder, { recursive: true }));
  await chmod(folder, 0o700);
  const [next] = await makeVersions(folder);
  const port = await lastingPort();
  const url = `http://127.0.0.1:${port}`;
  const server = createServerProcess({
    port,
    dataDir: join(folder, "portal"),
    env: {
      FAULTS_ADMIN_URL: portal.database.adminUrl,
      FAULTS_PAGE_DIR: pageFolder,
      PORTAL_SECRET_KEY: TEST_SECRET_KEY,
      PUBLIC_URL: url,
      UPDATE_BACKUP: "no",
    },
  });
  stack.defer(() => server.kill());
  server.changeTo(next);
  await server.start();
  const { rows } = await portal.admin.query("select max(version)::text as version from private.schema_migrations");
  expect(rows).toEqual([{ version: expect.stringMatching(/^0*105/) }]);

  await saveTyped();
  expect(await stored()).toEqual([{ apartment: "1001" }]);

  const former = await newPage();
  await signIn(former, url, portal.accounts.nord);
  await (await writeApartment(former, "1002"))();
  expect(await stored()).toEqual([{ apartment: "1002" }]);

  // The next version's page reads the new column, which the former server does not know.
  const nextPage = await newPage();
  await nextPage.route("**/assets/*.js", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(COLUMNS, `floor, ${COLUMNS}`) });
  });
  const lists: { floor: boolean; status: number }[] = [];
  nextPage.on("response", (answer) => {
    const { pathname, searchParams } = new URL(answer.url());
    if (pathname === "/rest/v1/end_users" && answer.request().method() === "GET")
      lists.push({ floor: /\bfloor\b/.test(searchParams.get("select") ?? ""), status: answer.status() });
  });
  await signIn(nextPage, portal.url, portal.accounts.nord);
  await (await writeApartment(nextPage, "1003"))();
  expect(await stored()).toEqual([{ apartment: "1003" }]);
  expect(lists).toContainEqual({ floor: true, status: 200 });
  expect(lists.filter(({ status }) => status !== 200)).toEqual([]);
});
