// Tests the navigation: its links, its counts, and the signed-in person.
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { answerWith } from "#tests/components/network.ts";
import { openPage, userOf } from "#tests/components/open-page.tsx";

const counted = (count: number) => new Response(null, { headers: { "content-range": `*/${count}` } });
const menu = () => within(screen.getByRole("navigation", { name: "Huvudmeny" }));

// Covers: 2.6
test("a system admin's navigation counts what is behind each link", async () => {
  answerWith({
    "HEAD /rest/v1/organizations\\?": counted(2),
    "HEAD /rest/v1/controllers\\?select=\\*$": counted(3),
    "HEAD /rest/v1/controllers\\?.*enabled": counted(1),
    "HEAD /rest/v1/end_users\\?": counted(3418),
    "HEAD /rest/v1/user_roles\\?.*system_admin": counted(1),
    "HEAD /rest/v1/user_roles\\?.*org_admin": counted(7),
    "HEAD /rest/v1/plate_near_misses\\?": counted(4),
    "GET /auth/v1/settings": { external: { email: true }, sms_provider: "", mail_configured: true },
    "GET /auth/v1/sessions": [],
  });
  await openPage("/system-admin/account", "system_admin");
  for (const name of [
    "Organisationer 2",
    "Styrenheter 3",
    /^Slutanvändare 3\s418$/,
    "Administratörer 1",
    /^Oklara skyltar.*4/,
  ])
    expect(await menu().findByRole("link", { name })).toBeTruthy();
  expect(screen.getByText(userOf("system_admin").email, { selector: "p" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Logga ut" })).toBeTruthy();
  await expectAccessible();
});

test("an org admin's navigation counts people and unanswered matters, whichever page comes first", async () => {
  answerWith({
    "HEAD /rest/v1/end_users\\?": counted(18),
    "HEAD /rest/v1/access_points\\?": counted(2),
    "HEAD /rest/v1/plate_near_misses\\?": counted(1),
    "GET /auth/v1/settings": { external: { email: true }, sms_provider: "", mail_configured: true },
    "GET /auth/v1/sessions": [],
  });
  await openPage("/org-admin/account", "org_admin");
  // Counts alarms, not the doors that have them.
  for (const name of ["Användare 18", "Dörrar och grindar 2 larm", "Oklara skyltar 1 oklar"])
    expect(await menu().findByRole("link", { name })).toBeTruthy();
});
