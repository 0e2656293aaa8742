// Tests the guards while the signed-in person is not yet known.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { ORGANIZATION_ID, openAt, sessionOf, signIn, userOf } from "#tests/components/open-page.tsx";
import { sees } from "#tests/components/sees.ts";
import { sessionState, startProblem } from "#web/lib/session/session.ts";

const ROLE = "GET /rest/v1/user_roles\\?select=role,organization_id";
const FAILED = json({ code: "internal", message: "Ett oväntat fel uppstod" }, 500);
const { promise: never } = Promise.withResolvers<Response>();
/** Answers of the overview that opens afterwards. */
const OVERVIEW = { "POST /rest/v1/rpc/": () => never };
const headings = () => screen.getAllByRole("heading").map(({ textContent }) => textContent);

// Covers: 2.1
test("while the role is unknown a spinner and the fault are shown, and no other role's page", async () => {
  await signIn("org_admin");
  const person = sessionState.get();
  answerWith(OVERVIEW);
  sessionState.set({ status: "loading" });
  await openAt("/system-admin/controllers");
  const waiting = within(await screen.findByText("Laddar sidan").then((text) => text.closest("[role=status]") ?? text));
  await expectAccessible();
  startProblem.set("Ett oväntat fel uppstod");
  expect(await waiting.findByText("Ett oväntat fel uppstod")).toBeTruthy();
  expect(waiting.getByText("Försöker igen...")).toBeTruthy();
  expect(headings()).toEqual(["Laddar sidan"]);
  expect(location.pathname).toBe("/system-admin/controllers");
  await expectAccessible();
  const shown = new Set<string | null>();
  const watch = new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll("h1")) shown.add(textContent);
  });
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  startProblem.set(null);
  sessionState.set(person);
  expect(await screen.findByRole("heading", { level: 1, name: "Organisationsöversikt" })).toBeTruthy();
  watch.disconnect();
  expect(location.pathname).toBe("/org-admin");
  expect([...shown]).toEqual(["Organisationsöversikt"]);
  // The board's overview may read its own organisation's controllers by now; the page of all controllers reads without one.
  expect(askedOf(/rest\/v1\/controllers\?/).filter(({ address }) => !address.includes("organization_id=eq."))).toEqual(
    [],
  );
});

// Covers: 2.1, 8.1
test("a sign-in while the role cannot be read shows the fault, and comes in once it can", async () => {
  answerWith({
    "GET /auth/v1/settings": { external: { email: true }, sms_provider: "", mail_configured: true },
    "POST /auth/v1/token\\?grant_type=password": sessionOf(userOf("org_admin")),
    [ROLE]: FAILED,
    ...OVERVIEW,
  });
  const user = await openAt("/auth");
  await user.type(await screen.findByLabelText("E-post"), userOf("org_admin").email);
  await user.type(screen.getByLabelText("Lösenord"), "hemligt-nord-2026");
  await user.click(screen.getByRole("button", { name: "Logga in" }));
  const note = await screen.findByText("Ett oväntat fel uppstod");
  expect(note.closest("[role=status]")?.textContent).toContain("Försöker igen...");
  await expectAccessible();
  answerWith({ [ROLE]: { role: "org_admin", organization_id: ORGANIZATION_ID } });
  expect(await screen.findByRole("heading", { level: 1, name: "Organisationsöversikt" })).toBeTruthy();
  await waitFor(() => expect(screen.queryByText("Ett oväntat fel uppstod")).toBeNull());
  await sees("sign-in", "Inloggad");
});

// Covers: 2.1
test("a session that ends before its remaining step is known gives the sign-in page back, with the reason", async () => {
  answerWith({
    "GET /auth/v1/settings": { external: { email: true }, sms_provider: "", mail_configured: true },
    "POST /auth/v1/token\\?grant_type=password": sessionOf(userOf("org_admin")),
    [ROLE]: json({ code: "insufficient_aal", message: "Bekräfta inloggningen med ditt andra steg." }, 403),
    "GET /auth/v1/user": json({ code: 403, error_code: "session_not_found", msg: "Inloggningen har avslutats." }, 403),
    "POST /auth/v1/logout": new Response(null, { status: 204 }),
  });
  const user = await openAt("/auth");
  await user.type(await screen.findByLabelText("E-post"), userOf("org_admin").email);
  await user.type(screen.getByLabelText("Lösenord"), "hemligt-nord-2026");
  await user.click(screen.getByRole("button", { name: "Logga in" }));
  expect(await screen.findByText("Du är inte längre inloggad. Logga in igen.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Logga in" })).toHaveProperty("disabled", false);
});

// Covers: auth.40
test("a sign-in with a temporary password asks for a new one before anything else, and then comes in", async () => {
  const account = userOf("org_admin");
  answerWith({
    "GET /auth/v1/user": account,
    "GET /auth/v1/settings": { external: { email: true }, sms_provider: "", mail_configured: true },
    "POST /auth/v1/token\\?grant_type=password": sessionOf(account),
    [ROLE]: json({ code: "password_change_required", message: "Byt först ditt tillfälliga lösenord." }, 403),
    "PUT /auth/v1/user": () => {
      answerWith({ [ROLE]: { role: "org_admin", organization_id: ORGANIZATION_ID } });
      return account;
    },
    ...OVERVIEW,
  });
  const user = await openAt("/org-admin/end-users");
  await user.type(await screen.findByLabelText("E-post"), account.email);
  await user.type(screen.getByLabelText("Lösenord"), "tillfällig kod 7741");
  await user.click(screen.getByRole("button", { name: "Logga in" }));
  expect(await screen.findByRole("heading", { name: "Välj ett eget lösenord" })).toBeTruthy();
  expect(location.pathname).toBe("/auth");
  expect(askedOf(/rest\/v1/).every(({ address }) => address.includes("user_roles"))).toBe(true);
  await vi.dynamicImportSettled(); // The chunk that draws toasts.
  expect(screen.queryByText("Inloggad")).toBeNull();
  await user.type(screen.getByLabelText("Nytt lösenord"), "tre röda bilar vid grinden");
  await user.type(screen.getByLabelText("Lösenordet en gång till"), "tre röda bilar vid grinden");
  await user.click(screen.getByRole("button", { name: "Spara och fortsätt" }));
  expect(await screen.findByText("Lösenordet är ändrat")).toBeTruthy();
  await waitFor(() => expect(location.pathname).toMatch(/^\/org-admin/));
  expect(await screen.findByText("Inloggad")).toBeTruthy();
});
