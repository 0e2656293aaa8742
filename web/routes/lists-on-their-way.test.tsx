// Tests a list that is loading, and one that cannot be fetched: the same on every page that has one.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { answerWith, json } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";

/** A refusal that is not retried. */
const REFUSAL = json({ code: "22023", message: "refused", details: null, hint: null }, 400);

/** Cards of Drift that still wait for answers of other functions: alarms and back-ups. */
const OTHER_CARDS = 2;

// Covers: 2.20
test.each([
  [
    "system_admin",
    "/system-admin/organizations",
    "GET /rest/v1/organizations\\?",
    "Organisationerna kunde inte hämtas.",
  ],
  ["system_admin", "/system-admin/controllers", "GET /rest/v1/controllers\\?", "Styrenheterna kunde inte hämtas."],
  ["system_admin", "/system-admin/end-users", "POST /rest/v1/rpc/search_end_users", "Listan kunde inte hämtas."],
  ["system_admin", "/system-admin/schedules", "POST /functions/v1/schedules", "Schemana kunde inte hämtas."],
  ["system_admin", "/system-admin/access-logs", "GET /rest/v1/merged_log\\?", "Loggen kunde inte hämtas."],
  ["system_admin", "/system-admin/operations", "GET /functions/v1/operations-status", "Läget kunde inte hämtas."],
  [
    "system_admin",
    "/system-admin/admins",
    "GET /rest/v1/user_roles\\?.*profiles",
    "Administratörerna kunde inte hämtas.",
  ],
  ["org_admin", "/org-admin/end-users", "POST /rest/v1/rpc/search_end_users", "Listan kunde inte hämtas."],
  ["org_admin", "/org-admin/permissions", "GET /rest/v1/controllers\\?", "Behörigheterna kunde inte hämtas."],
] as const)(
  "to %s %s says Laddar..., and that it cannot be fetched, and is asked for again",
  async (role, path, call, failed) => {
    const { promise: held, resolve: release } = Promise.withResolvers<Response>();
    const { promise: never } = Promise.withResolvers<Response>();
    answerWith({ "POST /functions/v1/": () => never }); // Answers for the rest of the page.
    answerWith({ [call]: () => held });
    const user = await openPage(path, role);
    expect((await screen.findAllByText("Laddar...", { selector: "main :not(.sr-only)" })).length).toBeGreaterThan(0);
    await expectAccessible();
    release(REFUSAL);
    const main = within(screen.getByRole("main"));
    await main.findByText(failed, { exact: false });
    const loading = path.endsWith("/operations") ? OTHER_CARDS : 0;
    await waitFor(() => expect(screen.queryAllByText("Laddar...")).toHaveLength(loading));
    await expectAccessible();
    answerWith({ [call]: () => never });
    await user.click(main.getByRole("button", { name: "Försök igen" }));
    await waitFor(() => expect(main.queryByText(failed, { exact: false })).toBeNull());
  },
);
