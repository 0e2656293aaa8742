// Tests the display of the field kit's verdict. tests/integration/controllers/examine-controller.test.ts tests the verdict itself;
// tests/e2e/operations/operations.test.ts tests print, file and re-authentication.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ExamineControllerReply } from "#contract/functions/examine-controller.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { CONTROLLER_ID, doorController } from "#tests/components/fixtures/controllers/sample-controller.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { ExamineDialog } from "./examine-dialog.tsx";

const EXAMINE = "POST /functions/v1/examine-controller";
type Section = ExamineControllerReply["verdict"][number];
const AWAY = json({ error: "Enheten svarar inte.", code: "device_unreachable" }, 502);
const works = {
  level: "works",
  title: "Fungerar",
  sentences: ["2 dörrar kan användas av portalen."],
} satisfies Section;
const differs = {
  level: "differs",
  title: "Avviker",
  sentences: ["Klockan går fel.", "Certifikatet går ut."],
} satisfies Section;
const fails = { level: "fails", title: "Fungerar inte", sentences: ["Kontot får inte läsa dörrar."] } satisfies Section;

const verdictOf = (...verdict: Section[]): ExamineControllerReply => ({
  success: true,
  examined_at: "2026-11-27T08:00:00Z",
  verdict,
  left: false,
  transcript: {},
});

async function openDialog() {
  const user = await show(<ExamineDialog controller={doorController} onClose={() => undefined} />);
  const dialog = within(screen.getByRole("dialog", { name: "Undersök enheten" }));
  const press = (name: string) => user.click(dialog.getByRole("button", { name }));
  return { dialog, press };
}

test("a controller that does not answer is said so, and the next try works", async () => {
  const { dialog, press } = await openDialog();
  expect(dialog.getByText(/^Portalen frågar enheten om allt den bygger på/)).toBeTruthy();
  expect(dialog.queryByRole("button", { name: "Skriv ut" })).toBeNull();
  answerWith({ [EXAMINE]: AWAY });
  await press("Undersök");
  expect(await dialog.findByText("Enheten kunde inte undersökas")).toBeTruthy();
  expect(dialog.getByText("Enheten svarar inte.")).toBeTruthy();
  await expectAccessible();
  answerWith({ [EXAMINE]: verdictOf(works) });
  await press("Undersök");
  await dialog.findByRole("button", { name: "Undersök igen" });
  await waitFor(() => expect(dialog.queryByText("Enheten kunde inte undersökas")).toBeNull());
  expect(askedOf(/examine-controller/).map(({ body }) => body)).toEqual(
    [1, 2].map(() => ({ controller_id: CONTROLLER_ID })),
  );
});

test.each([
  [verdictOf(works), "Allt som portalen behöver fungerar."],
  [verdictOf(differs, works), "Enheten fungerar, med 2 saker att känna till."],
  [verdictOf(fails, differs, works), "En sak fungerar inte."],
])("a verdict is summed up by the worst of it, and stands with its own headings", async (reply, summary) => {
  const { dialog, press } = await openDialog();
  answerWith({ [EXAMINE]: reply });
  await press("Undersök");
  const status = await dialog.findByText(summary);
  expect(status.closest("[role=status]")?.textContent).toContain("Undersökt 2026-11-27 09:00:00");
  const headings = dialog.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
  expect(headings).toEqual([...reply.verdict.map(({ title }) => title), "Prova med en tillfällig användare"]);
  for (const { sentences } of reply.verdict)
    for (const sentence of sentences) expect(dialog.getByText(sentence)).toBeTruthy();
  expect(dialog.getByText(/--try 1$/)).toBeTruthy();
  await expectAccessible();
});

test("remains of an earlier trial on the unit have to be cleaned away first", async () => {
  const { dialog, press } = await openDialog();
  answerWith({ [EXAMINE]: { ...verdictOf(works), left: true } });
  await press("Undersök");
  await dialog.findByRole("heading", { name: "Ta bort det som är kvar efter ett prov" });
  expect(dialog.getByText(/--clean$/)).toBeTruthy();
});
