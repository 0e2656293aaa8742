// Tests that a housing association shows granted passages after a reason. tests/integration/passages/explained-gates.test.ts,
// tests/integration/reconcile/door-events.test.ts and tests/integration/audit/audit-words.test.ts test that they are hidden until then, and
// the audit.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { GrantedReason } from "#contract/functions/granted-passages.ts";
import { stockholmClock } from "#contract/stockholm.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { doorEvent } from "#tests/components/fixtures/passages/sample-log.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";

const HIDDEN = "Beviljade passager visas när du har angett ett skäl.";
const letIn = doorEvent(1, { granted: true, reason: null });
const GRANTED = "POST /functions/v1/granted-passages";

async function openLog(kind: "housing" | "other") {
  answerWith({
    "GET /rest/v1/organizations\\?select=kind": { kind },
    "GET /rest/v1/merged_log\\?": page([]),
  });
  const user = await openPage("/org-admin/access-logs", "org_admin");
  await screen.findByText("Inga passager de senaste 24 timmarna");
  const ask = async () => {
    await user.click(await screen.findByRole("button", { name: "Visa beviljade" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Visa beviljade" }));
    const choose = async (name: string) => {
      await user.click(question.getByRole("button", { name: /Skäl/ }));
      await user.click(await screen.findByRole("option", { name }));
    };
    const press = () => user.click(question.getByRole("button", { name: "Visa beviljade" }));
    return { question, choose, press };
  };
  return { user, ask };
}

const asked = () => askedOf(/granted-passages/).map(({ body }) => body);

// Covers: running.20, page.16
test("a reason that no word says is typed, and then who was let in is shown for a while", async () => {
  const { user, ask } = await openLog("housing");
  expect(await screen.findByText(HIDDEN)).toBeTruthy();
  const { question, choose, press } = await ask();
  await press();
  expect(await question.findByText("Välj ett skäl, eller skriv det med minst tre tecken.")).toBeTruthy();
  expect(asked()).toEqual([]);
  await choose("Annat");
  await press();
  expect(await question.findByText("Skriv skälet, minst tre tecken.")).toBeTruthy();
  await user.type(question.getByRole("textbox", { name: /Kommentar/ }), " ab ");
  await press();
  expect(question.getByText("Skriv skälet, minst tre tecken.")).toBeTruthy();
  expect(asked()).toEqual([]);
  await expectAccessible();

  const until = new Date(Date.now() + 1_800_000).toISOString();
  answerWith({
    [GRANTED]: () => {
      answerWith({ "GET /rest/v1/merged_log\\?": page([letIn]) });
      return { success: true, until };
    },
  });
  await user.type(question.getByRole("textbox", { name: /Kommentar/ }), "c");
  await press();
  await screen.findByText("Alva Exempelsson");
  const shown = `Beviljade passager visas till ${stockholmClock(until)}. Det står i händelseloggen.`;
  expect(screen.getByText(shown)).toBeTruthy();
  expect(screen.queryByText(HIDDEN)).toBeNull();
  expect(location.search).toContain("show=granted");
  expect(asked()).toEqual([{ reason: "other", text: "ab c" }]);
  await expectAccessible();
});

test("a word is reason enough, and a question that fails stays", async () => {
  const { ask } = await openLog("housing");
  const { question, choose, press } = await ask();
  answerWith({ [GRANTED]: json({ error: "Det gick inte nu.", code: "failed" }, 500) });
  await choose("Utredning");
  await press();
  await screen.findByText("Det gick inte nu.");
  expect(question.getByRole("button", { name: "Visa beviljade" })).toBeTruthy();
  answerWith({ [GRANTED]: { success: true, until: new Date(Date.now() - 60_000).toISOString() } });
  await press();
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  // The permission has already ended, so it is asked for again.
  expect(screen.getByText(HIDDEN)).toBeTruthy();
  const reason: GrantedReason = "investigation";
  expect(asked()).toEqual([{ reason }, { reason }]);
});

test("elsewhere no reason is asked for", async () => {
  await openLog("other");
  expect(screen.queryByRole("button", { name: "Visa beviljade" })).toBeNull();
});
