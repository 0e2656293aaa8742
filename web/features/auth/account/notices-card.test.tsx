// tests/integration/notices tests the server's answers used here.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { SETTINGS } from "#tests/components/fixtures/auth/sample-account.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { openPage, userOf } from "#tests/components/open-page.tsx";

const card = () =>
  within(screen.getByRole("heading", { level: 2, name: "Aviseringar" }).closest("section") ?? document.body);
const chosen = (kind: string) =>
  within(card().getByRole("radiogroup", { name: kind }))
    .getAllByRole("radio")
    .find((radio) => radio.getAttribute("aria-checked") === "true")?.textContent;

async function openAccount(choices: readonly unknown[], role: "org_admin" | "system_admin" = "org_admin", mail = true) {
  answerWith({
    "GET /auth/v1/user": userOf(role),
    "GET /auth/v1/settings": { ...SETTINGS, mail_configured: mail },
    "GET /auth/v1/sessions": [],
    "GET /rest/v1/notice_choices": choices,
  });
  const user = await openPage(role === "org_admin" ? "/org-admin/account" : "/system-admin/account", role);
  await screen.findByRole("button", { name: "Lägg till app" });
  return user;
}

// Covers: alert.8
test("no emails come until one is chosen, and a press saves one's own choice", async () => {
  const user = await openAccount([]);
  await card().findByRole("radiogroup", { name: "Nekade försök" });
  expect([chosen("Nekade försök"), chosen("Dörrar i larm")]).toEqual(["Av", "Av"]);
  await expectAccessible();
  const saved = { kind: "refused", pace: "hour" };
  answerWith({ "POST /rest/v1/notice_choices": saved, "GET /rest/v1/notice_choices": [saved] });
  await user.click(card().getByRole("radio", { name: "Varje timme" }));
  expect(await screen.findByText("Aviseringarna är ändrade")).toBeTruthy();
  expect([chosen("Nekade försök"), chosen("Dörrar i larm")]).toEqual(["Varje timme", "Av"]);
  expect(askedOf(/notice_choices/).find(({ method }) => method === "POST")).toMatchObject({
    address: expect.stringContaining("on_conflict=user_id%2Ckind"),
    body: { user_id: userOf("org_admin").id, kind: "refused", pace: "hour" },
  });
});

test("a choice that could not be saved is taken back and said", async () => {
  const user = await openAccount([{ kind: "door_alarm", pace: "soon" }]);
  await waitFor(() => expect(chosen("Dörrar i larm")).toBe("Genast"));
  answerWith({ "POST /rest/v1/notice_choices": json({ code: "XX000", message: "?" }, 500) });
  await user.click(
    within(card().getByRole("radiogroup", { name: "Dörrar i larm" })).getByRole("radio", { name: "Av" }),
  );
  expect(await screen.findByText("Fel")).toBeTruthy();
  await waitFor(() => expect(chosen("Dörrar i larm")).toBe("Genast"));
});

test("of two quick presses the second is kept, although the first is answered late", async () => {
  const user = await openAccount([]);
  const kind = within(await card().findByRole("radiogroup", { name: "Nekade försök" }));
  const first = Promise.withResolvers<void>();
  let stored: object = {};
  let saves = 0;
  answerWith({
    "POST /rest/v1/notice_choices": async ({ body }) => {
      const { kind, pace } = Object(body);
      if (pace === "hour") await first.promise;
      stored = { kind, pace };
      saves += 1;
      return { kind, pace };
    },
    "GET /rest/v1/notice_choices": () => [stored],
  });
  await user.click(kind.getByRole("radio", { name: "Varje timme" }));
  await user.click(kind.getByRole("radio", { name: "Varje dag" }));
  await waitFor(() => expect(chosen("Nekade försök")).toBe("Varje dag"));
  first.resolve();
  await waitFor(() => expect(saves).toBe(2));
  expect(stored).toEqual({ kind: "refused", pace: "day" });
  await waitFor(() => expect(askedOf(/notice_choices/).at(-1)?.method).toBe("GET"));
  expect(chosen("Nekade försök")).toBe("Varje dag");
});

test("without a mail server the card says that no emails come", async () => {
  await openAccount([], "org_admin", false);
  expect(await card().findByText(/E-post är inte inställd på servern, så inga mail kommer/)).toBeTruthy();
});

// Covers: alert.10
test.each([
  ["sent", null, "status", /^E-postservern har tagit emot testmailet till nora@nord\.example\./],
  [
    "failed",
    "550 no such user",
    "status",
    /^E-postservern tar inte emot mail till nora@nord\.example\..*550 no such user$/,
  ],
  ["queued", null, "status", /^Testmailet till nora@nord\.example är inte skickat/],
  ["mail_not_configured", null, "status", /^Inget mail skickades: portalen har ingen e-postserver\./],
] as const)("a test email to oneself says what became of it: %s", async (mail, reason, role, sentence) => {
  const user = await openAccount([]);
  answerWith({ "POST /functions/v1/test-mail": { success: true, mail, to: "nora@nord.example", reason } });
  await user.click(card().getByRole("button", { name: "Skicka testmail till mig" }));
  expect((await card().findByRole(role)).textContent).toMatch(sentence);
  expect(askedOf(/test-mail/).map(({ body }) => body)).toEqual([{}]);
  await expectAccessible();
});

// Covers: alert.10
test("a test email that is refused says why, and a later one replaces it", async () => {
  const user = await openAccount([]);
  answerWith({
    "POST /functions/v1/test-mail": json({ error: "Högst 5 testmail i timmen.", code: "rate_limited" }, 429),
  });
  const press = () => user.click(card().getByRole("button", { name: "Skicka testmail till mig" }));
  await press();
  expect((await card().findByRole("alert")).textContent).toBe("Högst 5 testmail i timmen.");
  answerWith({
    "POST /functions/v1/test-mail": { success: true, mail: "sent", to: "nora@nord.example", reason: null },
  });
  await press();
  await card().findByRole("status");
  expect(card().queryByRole("alert")).toBeNull();
});

test("system admins, who get alerts instead, have no such card", async () => {
  await openAccount([], "system_admin");
  expect(screen.queryByRole("heading", { name: "Aviseringar" })).toBeNull();
  expect(askedOf(/notice_choices/)).toEqual([]);
});
