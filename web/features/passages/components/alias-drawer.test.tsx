// Tests a misread car in the log. tests/integration/passages/explained-gates.test.ts tests a link at the gate;
// tests/integration/gates/near-misses-of-an-organisation.test.ts tests the possible owners.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PassageExplanation } from "#contract/functions/explain-passage.ts";
import type { Role } from "#contract/roles.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { explained, fixOf, ID, passage, rowId, savedFix } from "#tests/components/fixtures/passages/sample-log.ts";
import { answerWith, askedOf, page } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";

const READING = rowId(2);
const misread = passage(2, {
  id: READING,
  plate_number: "ML0784",
  access_granted: false,
  access_reason: "no_match",
  macro_executed: null,
  opened: false,
  credential_id: null,
  credentials: null,
});

const unclear: PassageExplanation = {
  ...explained("near_miss", fixOf("add_alias")),
  end_user_id: null,
  candidates: [{ end_user_id: ID, name: "Rut Mobilsson", is_removed: false, cause: "near_miss", at: null }],
};
const linked: PassageExplanation = { ...unclear, fixes: [], linked_credential_id: ID };

const explain = (explanation: PassageExplanation) =>
  answerWith({ "POST /functions/v1/explain-passage": { success: true, ...explanation } });
const answer = (fix: ReturnType<typeof savedFix>) =>
  answerWith({ "POST /functions/v1/apply-fix": { success: true, fix } });

async function openReading(role: Role) {
  answerWith({
    "GET /rest/v1/organizations\\?select=kind": { kind: "other" },
    "GET /rest/v1/access_logs\\?": page([misread]),
  });
  const user = await openPage(`/${role === "org_admin" ? "org-admin" : "system-admin"}/access-logs?log=gates`, role);
  await user.click(await screen.findByText("Ingen matchning"));
  return { user, drawer: within(await screen.findByRole("dialog", { name: /kom inte in i Infart Norr$/ })) };
}

const link = { passage: { source: "gate", id: READING }, fix_id: "add_alias", confirm: true };
const asked = () => askedOf(/apply-fix/).map(({ body }) => body);

test("an organisation finds a misread car in its log, links it there and takes that back", async () => {
  explain(unclear);
  const { user, drawer } = await openReading("org_admin");
  expect(await drawer.findByText(/Kameran läste nästan ett känt registreringsnummer\./)).toBeTruthy();
  const person = drawer.getByRole("link", { name: "Rut Mobilsson" });
  expect(person.getAttribute("href")).toBe(`/org-admin/end-users?person=${ID}`);
  expect(drawer.queryByRole("button", { name: "Visa bild" })).toBeNull();
  expect(drawer.getByText(/^Låter läsningen .* gälla som fordonet i Infart Norr från nästa gång\./)).toBeTruthy();
  await expectAccessible();
  answer(savedFix("add_alias", { untried: null, tried: { at: "2026-11-27T08:00:00Z", granted: true, reason: null } }));
  await user.click(drawer.getByRole("button", { name: "Koppla läsningen" }));
  await drawer.findByText("Åtgärdat");
  await expectAccessible();
  answer(savedFix("add_alias", { outcome: "undone" }));
  await user.click(drawer.getByRole("button", { name: "Ångra" }));
  await drawer.findByRole("button", { name: "Koppla läsningen" });
  expect(drawer.queryByText("Åtgärdat")).toBeNull();
  expect(asked()).toEqual([link, { ...link, undo: { credential_id: ID } }]);
});

test("a link that was made since is taken back from the row on another day, too", async () => {
  explain(linked);
  const { user, drawer } = await openReading("system_admin");
  expect(await drawer.findByText(/^Läsningen är kopplad sedan dess/)).toBeTruthy();
  expect(drawer.queryByRole("button", { name: "Koppla läsningen" })).toBeNull();
  await expectAccessible();
  answerWith({
    "POST /functions/v1/apply-fix": () => {
      explain(unclear);
      return { success: true, fix: savedFix("add_alias", { outcome: "undone" }) };
    },
  });
  await user.click(drawer.getByRole("button", { name: "Ångra" }));
  await drawer.findByRole("button", { name: "Koppla läsningen" });
  await waitFor(() => expect(drawer.queryByText(/^Läsningen är kopplad sedan dess/)).toBeNull());
  expect(asked()).toEqual([{ ...link, undo: { credential_id: ID } }]);
});
