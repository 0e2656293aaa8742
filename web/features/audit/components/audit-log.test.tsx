// Tests the event log. tests/integration/audit/audit.test.ts tests what the server finds.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { actionsOfKind } from "#contract/audit-actions.ts";
import type { AuditStatus } from "#contract/tables/audit.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { ACTOR_ID, checkedLog, shownPin } from "#tests/components/fixtures/audit/sample-event.ts";
import { answerWith, askedOf } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";

/** An answer without events. */
const NOBODY = { rows: [], total: 0, total_exact: true };

function openLog(status: AuditStatus) {
  answerWith({
    "POST /rest/v1/rpc/audit_page": ({ body }) =>
      Object(body).actor === null ? { rows: [shownPin], total: 1, total_exact: true } : NOBODY,
    "POST /rest/v1/rpc/audit_actors": [{ id: ACTOR_ID, name: "nord Test" }],
    "POST /rest/v1/rpc/audit_status": status,
  });
  return openPage("/system-admin/events", "system_admin");
}

const asked = () => askedOf(/audit_page/).at(-1)?.body;

// Covers: tenant.8
test("kind, person and search go to the server, and an empty answer is said with a way back", async () => {
  const user = await openLog(checkedLog);
  const log = within(await screen.findByRole("grid", { name: "Händelselogg" }));
  expect(log.getByText("nord Test")).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: /Slag/ }));
  await user.click(await screen.findByRole("option", { name: "Visat och exporterat" }));
  await waitFor(() => expect(asked()).toMatchObject({ actions: actionsOfKind("shown"), actor: null, search: "" }));
  await user.click(await screen.findByRole("button", { name: /Vem/ }));
  await user.click(await screen.findByRole("option", { name: "nord Test" }));
  expect(await screen.findByText("Inga händelser matchar")).toBeTruthy();
  expect(asked()).toMatchObject({ actions: actionsOfKind("shown"), actor: ACTOR_ID });
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Rensa filter" }));
  expect(await screen.findByText("nord Test", { selector: "td *" })).toBeTruthy();
  await user.type(screen.getByRole("searchbox"), " alva infart ");
  await waitFor(() => expect(asked()).toMatchObject({ search: "alva infart", actions: null, actor: null }));
});

test.each<[string, Partial<AuditStatus>, RegExp]>([
  [
    "that has been checked says until when",
    {},
    /^Loggen är kontrollerad t\.o\.m\. .* 10 händelser är förseglade och ingen har ändrats i efterhand\.$/,
  ],
  ["whose first check is to come says so", { checked_through: null, checked_rows: null }, /^Loggen förseglas\./],
  ["that was changed says how much", { findings: 2 }, /hittade 2 avvikelser\. Loggen kan ha ändrats förbi portalen/],
  [
    "that could not be read does not say that nothing was changed",
    { unreadable_rows: 3 },
    /^3 händelser kunde inte kontrolleras, så om något har ändrats är okänt/,
  ],
])("a log %s", async (_state, change, words) => {
  await openLog({ ...checkedLog, ...change });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(
    screen.getAllByText(/^Loggen är kontrollerad|^Loggen förseglas|avvikelse|kunde inte kontrolleras/),
  ).toHaveLength(1);
  await expectAccessible();
});
