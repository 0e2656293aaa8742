// Tests gates below the doors. tests/integration/gates/open-gate.test.ts tests what the server sends and records.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";
import { words } from "#web/texts/words.sv.ts";

const GATE = "00000000-0000-4000-8000-0000000000e1";
const OTHER = "00000000-0000-4000-8000-0000000000e2";
const PAGES = [
  ["system_admin", "/system-admin/doors"],
  ["org_admin", "/org-admin/doors"],
] as const;

beforeEach(() => {
  answerWith({
    "GET /rest/v1/access_points\\?": page([]),
    "GET /rest/v1/controllers\\?select=id%2Cname%2Cenabled": [
      { id: GATE, name: "Infart Norr", enabled: true },
      { id: OTHER, name: "Utfart Syd", enabled: false },
    ],
    "GET /rest/v1/controllers\\?": [],
  });
});

const pressed = () => askedOf(/door-control/).map(({ body }) => Object(body));

test.each(PAGES)("%s opens a gate with a reason, once, and reads the outcome", async (role, path) => {
  const user = await openPage(path, role);
  expect(await screen.findByRole("heading", { level: 1, name: "Dörrar och grindar" })).toBeTruthy();
  const open = await screen.findByRole("button", { name: "Öppna Infart Norr" });
  expect(screen.getByRole("button", { name: "Öppna Utfart Syd" })).toHaveProperty("disabled", true);
  expect(screen.queryByText("Inga dörrar än")).toBeNull();
  await expectAccessible();
  await user.click(open);
  const question = within(await screen.findByRole("dialog", { name: "Öppna Infart Norr" }));
  const press = question.getByRole("button", { name: "Öppna grinden" });
  await user.click(press);
  expect(question.getByText("Välj ett skäl, eller skriv varför med minst tre tecken.")).toBeTruthy();
  expect(pressed()).toEqual([]);
  await expectAccessible();
  answerWith({ "POST /functions/v1/door-control": { success: true, outcome: "executed", unreachable: false } });
  await user.click(question.getByText("Leverans"));
  await user.click(press);
  await screen.findByText(/^Öppnad \d\d:\d\d$/);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(pressed()).toEqual([
    { action: "OPEN_GATE", controller_id: GATE, reason: "leverans", request_id: expect.any(String) },
  ]);
});

test.each(PAGES)("%s comes from a gate's row to who gets in there", async (role, path) => {
  const user = await openPage(path, role);
  await user.click(await screen.findByRole("button", { name: words.moreFor("Infart Norr") }));
  const who = await screen.findByRole("menuitem", { name: "Vem kommer in?" });
  expect(who.getAttribute("href")).toBe(`${path.replace("doors", "who")}?gate=${GATE}`);
});

test.each([
  [{ outcome: "unknown" }, "Okänt om grinden öppnade"],
  [{ outcome: "refused" }, "Nekad av styrenheten"],
  [{ outcome: "refused", unreachable: true }, "Styrenheten svarar inte"],
] as const)("an outcome %j is said, and nothing is sent again", async (reply, title) => {
  const user = await openPage("/org-admin/doors", "org_admin");
  await user.click(await screen.findByRole("button", { name: "Öppna Infart Norr" }));
  const question = within(await screen.findByRole("dialog", { name: "Öppna Infart Norr" }));
  answerWith({ "POST /functions/v1/door-control": { success: true, unreachable: false, ...reply } });
  await user.click(question.getByText("Leverans"));
  await user.click(question.getByRole("button", { name: "Öppna grinden" }));
  await screen.findByText(title);
  expect(pressed()).toHaveLength(1);
});

test("a refused press stays open with its sentence, and is sent again with the same id", async () => {
  const user = await openPage("/org-admin/doors", "org_admin");
  await user.click(await screen.findByRole("button", { name: "Öppna Infart Norr" }));
  const question = within(await screen.findByRole("dialog", { name: "Öppna Infart Norr" }));
  answerWith({
    "POST /functions/v1/door-control": json({ error: "Grinden är avstängd i portalen.", code: "conflict" }, 409),
  });
  await user.click(question.getByText("Leverans"));
  await user.click(question.getByRole("button", { name: "Öppna grinden" }));
  await screen.findByText("Grinden är avstängd i portalen.");
  await user.click(question.getByRole("button", { name: "Öppna grinden" }));
  await waitFor(() => expect(pressed()).toHaveLength(2));
  expect(pressed()[1]).toEqual(pressed()[0]);
});
