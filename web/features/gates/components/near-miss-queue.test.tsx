// Tests questions and answers about a misread car. tests/integration/gates/near-misses.test.ts tests the effect of an answer;
// tests/e2e/passages/passages.test.ts tests that the gate opens for it.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { NearMissRow } from "#contract/tables/near-misses.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { alias, candidate, idOf, reading } from "#tests/components/fixtures/gates/sample-reading.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";

const QUEUE = "GET /rest/v1/plate_near_misses\\?.*dismissed_at=is\\.null";
const DISMISSED = "GET /rest/v1/plate_near_misses\\?.*dismissed_at=not\\.is\\.null";
const COUNT = "HEAD /rest/v1/plate_near_misses\\?";

const alva = candidate(1, "MLB 84A", ["Alva", "Exempelsson"]);
const misread = reading(11, "MLBB4A", [alva]);
const cut = reading(12, "LB84A", [alva]);
const doubtful = reading(13, "MLB19Q", [
  candidate(2, "MLB 19D", ["Greta", "Testgren"]),
  candidate(3, "MLB 190", ["Jon", "Attrapp"]),
]);

const counted = (count: number) => new Response(null, { headers: { "content-range": `*/${count}` } });

function answerQueue(waiting: readonly NearMissRow[], dismissed: readonly NearMissRow[] = []) {
  answerWith({ [QUEUE]: page(waiting), [DISMISSED]: page(dismissed), [COUNT]: counted(waiting.length) });
}

/** Makes the server accept each answer; `after` changes the queue that the page then reads. */
function answerAnswers(after: () => void) {
  answerWith({
    "POST /functions/v1/near-miss": () => {
      after();
      return { success: true };
    },
  });
}

const row = async (text: string) => {
  const grid = within(await screen.findByRole("grid", { name: "Oklara skyltar" }));
  const found = (await grid.findAllByRole("row")).find(({ textContent }) => textContent.includes(text));
  if (!found) throw new Error(`no row says ${text}`);
  return found;
};
const answers = () => askedOf(/near-miss$/).map(({ body }) => body);

test("a misread car says what was read for what, whose it may be and how often, and the menu how many wait", async () => {
  answerQueue([misread, cut, { ...doubtful, reads: 3 }]);
  await openPage("/org-admin/plates", "org_admin");
  expect((await row("8 lästes som B")).textContent).toMatch(/Infart Norr.*1 gång.*Alva Exempelsson/);
  expect((await row("Första tecknet saknas")).textContent).toContain("Alva Exempelsson");
  expect((await row("D eller 0 lästes som Q")).textContent).toMatch(/3 gånger.*Greta Testgren.*Jon Attrapp/);
  const menu = within(screen.getByRole("navigation"));
  expect(await menu.findByRole("link", { name: "Oklara skyltar 3 oklara" })).toBeTruthy();
  await expectAccessible();
});

test("a reading is linked after a question that says what it does, and counts as linked below", async () => {
  answerQueue([misread]);
  const user = await openPage("/org-admin/plates", "org_admin");
  await user.click(await screen.findByRole("button", { name: "Koppla MLB B4A till MLB 84A vid Infart Norr" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Koppla MLB B4A till MLB 84A?" }));
  const effect = "Läsningen öppnar Infart Norr som Alva Exempelsson från nästa gång. Inget öppnas nu.";
  expect(question.getByText(effect)).toBeTruthy();
  await expectAccessible();
  answerAnswers(() => {
    answerQueue([]);
    answerWith({ "GET /rest/v1/plate_aliases\\?": page([alias(21, "MLBB4A")]) });
  });
  await user.click(question.getByRole("button", { name: "Koppla" }));
  await screen.findByText("MLB B4A gäller nu som MLB 84A");
  await screen.findByText("Inga oklara skyltar");
  const linked = await screen.findByRole("grid", { name: "Kopplade läsningar" });
  expect(linked.textContent).toMatch(/MLB B4A.*MLB 84A.*Alva Exempelsson.*Infart Norr.*27 nov 2026/);
  expect(answers()).toEqual([{ action: "LINK", id: misread.id, credential_id: alva.credential_id }]);
});

test("a link is taken back after a question, and so is a refusal of it said", async () => {
  answerQueue([]);
  answerWith({ "GET /rest/v1/plate_aliases\\?": page([alias(21, "MLBB4A")]) });
  const user = await openPage("/system-admin/plates", "system_admin");
  await user.click(await screen.findByRole("button", { name: "Koppla bort MLB B4A vid Infart Norr" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Koppla bort MLB B4A?" }));
  expect(question.getByText(/^Läsningen öppnar inte Infart Norr längre\./)).toBeTruthy();
  await expectAccessible();
  answerWith({
    "DELETE /rest/v1/plate_aliases\\?": () => {
      answerWith({ "GET /rest/v1/plate_aliases\\?": page([]) });
      return new Response(null, { status: 204 });
    },
  });
  await user.click(question.getByRole("button", { name: "Ta bort" }));
  await screen.findByText("MLB B4A är bortkopplad");
  await waitFor(() => expect(screen.queryByRole("grid", { name: "Kopplade läsningar" })).toBeNull());
  expect(askedOf(/plate_aliases\?id/).map(({ method, address }) => [method, address])).toEqual([
    ["DELETE", `/rest/v1/plate_aliases?id=eq.${idOf(21)}`],
  ]);
});

test("a dismissed reading comes back by its toast, and from the list below when that is gone", async () => {
  answerQueue([cut]);
  const user = await openPage("/org-admin/plates", "org_admin");
  const dismiss = "Avfärda LB 84A vid Infart Norr";
  answerAnswers(() => answerQueue([], [cut]));
  await user.click(await screen.findByRole("button", { name: dismiss }));
  await screen.findByText("LB 84A avfärdad");
  await screen.findByText("Inga oklara skyltar");
  const dismissed = await screen.findByRole("grid", { name: "Avfärdade läsningar" });
  expect(dismissed.textContent).toMatch(/LB 84A.*MLB 84A.*Alva Exempelsson/);
  await expectAccessible();
  answerAnswers(() => answerQueue([cut]));
  await user.click(screen.getByRole("button", { name: "Ångra" }));
  await screen.findByRole("button", { name: dismiss });

  answerAnswers(() => answerQueue([], [cut]));
  await user.click(screen.getByRole("button", { name: dismiss }));
  const restore = await screen.findByRole("button", { name: "Ångra att LB 84A avfärdades vid Infart Norr" });
  answerAnswers(() => answerQueue([cut]));
  await user.click(restore);
  await screen.findByText("LB 84A är tillbaka bland oklara skyltar");
  await screen.findByRole("button", { name: dismiss });
  await waitFor(() => expect(screen.queryByRole("grid", { name: "Avfärdade läsningar" })).toBeNull());
  const [away, back] = ["DISMISS", "RESTORE"].map((action) => ({ action, id: cut.id }));
  expect(answers()).toEqual([away, back, away, back]);
});

test("one of several vehicles is chosen, and its number corrected or refused", async () => {
  answerQueue([doubtful]);
  const user = await openPage("/org-admin/plates", "org_admin");
  expect((await row("D eller 0 lästes som Q")).textContent).not.toContain("Koppla");
  const correct = async () => {
    await user.click(await screen.findByRole("button", { name: "Välj fordon för MLB 19Q vid Infart Norr" }));
    const choice = within(await screen.findByRole("dialog", { name: "Välj fordon för MLB 19Q" }));
    expect(choice.getAllByRole("listitem")).toHaveLength(2);
    await expectAccessible();
    await user.click(choice.getByRole("button", { name: "Rätta MLB 190 till MLB 19Q" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Rätta MLB 190 till MLB 19Q?" }));
    expect(question.getByText("Det tidigare registreringsnumret öppnar inte längre.")).toBeTruthy();
    await user.click(question.getByRole("button", { name: "Rätta" }));
  };
  answerWith({ "POST /functions/v1/near-miss": json({ error: "Fordonet är ändrat.", code: "changed" }, 409) });
  await correct();
  await screen.findByText("Fordonet är ändrat.");
  answerAnswers(() => answerQueue([]));
  await correct();
  await screen.findByText("Registreringsnumret är nu MLB 19Q");
  await screen.findByText("Inga oklara skyltar");
  expect(answers()[1]).toEqual({ action: "CORRECT", id: doubtful.id, credential_id: idOf(3) });
});

test("a system admin sees whose organisation it is, and a search that finds nothing is taken away at once", async () => {
  answerQueue([misread]);
  const user = await openPage("/system-admin/plates", "system_admin");
  expect((await row("8 lästes som B")).textContent).toContain("Brf Norrgården");
  answerWith({ [`${QUEUE}.*plate_key=ilike`]: page([]) });
  await user.type(screen.getByRole("searchbox", { name: "Sök registreringsnummer" }), "xyz9");
  await screen.findByText("Inga läsningar matchar");
  await waitFor(() => expect(location.search).toBe("?q=xyz9"));
  await screen.findByText("Inga läsningar matchar");
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Rensa filter" }));
  await row("8 lästes som B");
  expect(location.search).toBe("");
  // From four characters on, look-alikes are searched as any character.
  expect(askedOf(/ilike/).map(({ address }) => /ilike\.([^&]+)/.exec(decodeURIComponent(address))?.[1])).toContain(
    "%X__9%",
  );
});
