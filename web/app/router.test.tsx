// Tests which page an address leads to, by the person's role.
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { answerWith } from "#tests/components/network.ts";
import { openAt, openPage } from "#tests/components/open-page.tsx";
import { sees } from "#tests/components/sees.ts";

const { promise: never } = Promise.withResolvers<Response>();
const SETTINGS = { external: { email: true }, sms_provider: "", mail_configured: true };
const NOT_FOUND = "Hoppsan! Sidan hittades inte";

// Covers: 2.2
test.each(["/", "/system-admin/controllers", "/org-admin/end-users"])(
  "nobody gets further at %s than the login",
  async (path) => {
    answerWith({ "GET /auth/v1/settings": SETTINGS });
    await openAt(path);
    expect(await screen.findByRole("heading", { level: 1, name: "Logga in" })).toBeTruthy();
    expect(location.pathname).toBe("/auth");
  },
);

// Covers: 2.2
test.each(["/finns-inte", "/system-admin/finns-inte", "/org-admin/finns-inte", "/org-admin/import/finns-inte"])(
  "%s does not exist and says so to nobody in particular, with a way to begin",
  async (path) => {
    answerWith({ "GET /auth/v1/settings": SETTINGS });
    const user = await openAt(path);
    await sees("not-found", "Hoppsan! Sidan hittades inte");
    expect(location.pathname).toBe(path);
    await expectAccessible();
    await user.click(screen.getByRole("link", { name: "Till startsidan" }));
    await waitFor(() => expect(location.pathname).toBe("/auth"));
  },
);

// Covers: 2.2
test.each(["/system-admin/finns-inte", "/org-admin/finns-inte", "/system-admin/admins/finns-inte", "/finns-inte"])(
  "to who is signed in %s says that it does not exist beside the navigation",
  async (path) => {
    await openPage(path, "system_admin");
    expect(await screen.findByRole("heading", { level: 1, name: NOT_FOUND })).toBeTruthy();
    expect(screen.getByRole("navigation", { name: "Huvudmeny" })).toBeTruthy();
    await expectAccessible();
  },
);

// Covers: 2.3
test.each([
  ["system_admin", "/auth", "/system-admin", "Översikt"],
  ["system_admin", "/org-admin/import", "/system-admin", "Översikt"],
  ["org_admin", "/system-admin/admins", "/org-admin", "Organisationsöversikt"],
] as const)("%s at %s comes to their own area", async (role, path, area, title) => {
  answerWith({ "POST /rest/v1/rpc/": () => never });
  await openPage(path, role);
  expect(await screen.findByRole("heading", { level: 1, name: title })).toBeTruthy();
  expect(location.pathname).toBe(area);
});
