// Tests every list of an empty portal: it leads to the act that fills it.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Role } from "#contract/roles.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { stepsOver } from "#tests/components/fixtures/overview/sample-overview.ts";
import { answerWith, page } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";

/** Lists that only another role, or nothing, fills. */
const FILLED_BY_OTHERS = ["Inga styrenheter tilldelade", "Inga avvikelser", "Ännu är ingen styrenhet jämförd"];

/** Without the event log: signing in is its first row. */
const PAGES: readonly (readonly [role: Role, path: string])[] = [
  ["system_admin", "/system-admin"],
  ["system_admin", "/system-admin/organizations"],
  ["system_admin", "/system-admin/controllers"],
  ["system_admin", "/system-admin/end-users"],
  ["system_admin", "/system-admin/schedules"],
  ["system_admin", "/system-admin/doors"],
  ["system_admin", "/system-admin/access-logs"],
  ["system_admin", "/system-admin/access-logs?log=doors"],
  ["system_admin", "/system-admin/access-logs?log=gates"],
  ["system_admin", "/system-admin/plates"],
  ["system_admin", "/system-admin/sync"],
  ["org_admin", "/org-admin"],
  ["org_admin", "/org-admin/end-users"],
  ["org_admin", "/org-admin/schedules"],
  ["org_admin", "/org-admin/doors"],
  ["org_admin", "/org-admin/access-logs"],
  ["org_admin", "/org-admin/access-logs?log=doors"],
  ["org_admin", "/org-admin/access-logs?log=gates"],
  ["org_admin", "/org-admin/permissions"],
  ["org_admin", "/org-admin/plates"],
];

test.each(PAGES)("to %s each empty list of %s leads to the act that fills it", async (role, path) => {
  answerWith({
    "POST /rest/v1/rpc/first_steps": stepsOver,
    "POST /rest/v1/rpc/passages_per_hour": [],
    "POST /rest/v1/rpc/search_end_users": page([]),
  });
  await openPage(path, role);
  // Until the page's part has come, another element stands in its place.
  const main = () => screen.queryByRole("main") ?? document.body;
  const empties = () => [...main().querySelectorAll<HTMLElement>("[data-empty]")];
  await waitFor(() => expect(empties()).not.toEqual([]));
  await waitFor(() => expect(main().querySelector("[aria-busy=true]")).toBeNull());
  const dead = empties().filter(
    (list) => within(list).queryAllByRole("link").length + within(list).queryAllByRole("button").length === 0,
  );
  expect(
    dead.map((list) => list.querySelector("p")?.textContent).filter((title) => !FILLED_BY_OTHERS.includes(title ?? "")),
  ).toEqual([]);
  for (const link of empties().flatMap((list) => within(list).queryAllByRole("link")))
    expect(link.getAttribute("href")).toMatch(role === "system_admin" ? /^\/system-admin\// : /^\/org-admin\//);
  await expectAccessible();
});
