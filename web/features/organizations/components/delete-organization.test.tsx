import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { listedOrganization } from "#tests/components/fixtures/organizations/sample-organization.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { ORGANIZATION_ID, openPage } from "#tests/components/open-page.tsx";
import { sees } from "#tests/components/sees.ts";
import { networkState } from "#web/lib/calls/network-state.ts";

const BORROWING = listedOrganization(ORGANIZATION_ID, "Lånande Föreningen");

const counted = (count: number) => new Response(null, { headers: { "content-range": `*/${count}` } });
const question = () => within(screen.getByRole("alertdialog"));
const removals = () => askedOf(/\/organizations\?/).filter(({ method }) => method === "DELETE");

async function open() {
  answerWith({
    "GET /rest/v1/organizations\\?": page([BORROWING]),
    "POST /rest/v1/rpc/controller_states": [],
  });
  const user = await openPage("/system-admin/organizations", "system_admin");
  const press = async () => user.click(await screen.findByRole("button", { name: "Ta bort Lånande Föreningen" }));
  return { user, press };
}

// Covers: 5.6
test("an organisation that may use a controller is kept, and the way to take it away stands in the reason", async () => {
  const { user, press } = await open();
  answerWith({ "HEAD /rest/v1/organization_controllers\\?": counted(1) });
  await press();
  await sees(
    "organizations",
    "Kan inte ta bort organisation",
    "Organisationen har kopplade {things}. Ta bort dessa först.",
  );
  expect(screen.getByText("Organisationen har kopplade styrenheter. Ta bort dessa först.")).toBeTruthy();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Hantera styrenheter" }));
  await screen.findByRole("dialog", { name: "Styrenheter för Lånande Föreningen" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  answerWith({ "HEAD /rest/v1/organization_controllers\\?": counted(0) });
  answerWith({ "DELETE /rest/v1/organizations\\?": new Response(null, { status: 204 }) });
  await press();
  await screen.findByRole("alertdialog");
  await waitFor(() => expect(screen.queryByText("Kan inte ta bort organisation")).toBeNull());
  answerWith({ "GET /rest/v1/organizations\\?": page([]) });
  await user.click(question().getByRole("button", { name: "Ta bort" }));
  expect(await screen.findByText("Organisation borttagen")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Ta bort Lånande Föreningen" })).toBeNull());
  expect(removals()).toHaveLength(1);
});

// Covers: page.8
test("controllers registered for the organisation are registered elsewhere in one press, then it may be deleted", async () => {
  const { user, press } = await open();
  const other = { id: "00000000-0000-4000-8000-0000000000b7", name: "Brf Äldst" };
  answerWith({
    "HEAD /rest/v1/controllers\\?": counted(2),
    "GET /rest/v1/organizations\\?.*id=neq": [other],
    "PATCH /rest/v1/controllers\\?": () => {
      answerWith({ "HEAD /rest/v1/controllers\\?": counted(0) });
      return new Response(null, { status: 204 });
    },
  });
  await press();
  await user.click(await screen.findByRole("button", { name: "Registrera styrenheterna hos en annan" }));
  await screen.findByRole("alertdialog", { name: "Registrera hos en annan organisation" });
  expect(
    question().getByText(
      "2 styrenheter är registrerade hos Lånande Föreningen. De registreras hos Brf Äldst i stället.",
    ),
  ).toBeTruthy();
  expect(question().getByText("Registreringen ger ingen tillgång, så ingen får eller förlorar någon.")).toBeTruthy();
  await expectAccessible();
  await user.click(question().getByRole("button", { name: "Registrera" }));
  expect(await screen.findByText("Registrerade hos Brf Äldst")).toBeTruthy();
  const [moved] = askedOf(/\/controllers\?/).filter(({ method }) => method === "PATCH");
  expect(moved?.address).toContain(`organization_id=eq.${ORGANIZATION_ID}`);
  expect(moved?.body).toEqual({ organization_id: other.id });
  expect(await screen.findByRole("alertdialog", { name: "Ta bort organisation" })).toBeTruthy();
  await waitFor(() => expect(screen.queryByText("Kan inte ta bort organisation")).toBeNull());
});

// Covers: page.8
test("an organisation that only a removal at a device keeps leads to Synkstatus", async () => {
  const { user, press } = await open();
  await press();
  await screen.findByRole("alertdialog");
  answerWith({
    "DELETE /rest/v1/organizations\\?": json({ code: "23503", message: "linked", details: null, hint: null }, 409),
  });
  await user.click(question().getByRole("button", { name: "Ta bort" }));
  const lead = await screen.findByRole("link", { name: "Visa synkstatus" });
  expect(lead.getAttribute("href")).toBe("/system-admin/sync");
});

// Covers: 5.6
test("an organisation that was given a person after the count is kept, and says what is linked, once", async () => {
  const { user, press } = await open();
  await press();
  await screen.findByRole("alertdialog");
  answerWith({
    "DELETE /rest/v1/organizations\\?": json({ code: "23503", message: "linked", details: null, hint: null }, 409),
    "HEAD /rest/v1/end_users\\?": counted(1),
  });
  await user.click(question().getByRole("button", { name: "Ta bort" }));
  expect(await screen.findByText("Organisationen har kopplade slutanvändare. Ta bort dessa först.")).toBeTruthy();
  const people = screen.getByRole("link", { name: "Visa slutanvändare" });
  expect(people.getAttribute("href")).toBe(`/system-admin/end-users?organization=${ORGANIZATION_ID}`);
  expect(screen.getByRole("button", { name: "Ta bort Lånande Föreningen" })).toBeTruthy();
  expect(screen.getAllByText("Kan inte ta bort organisation")).toHaveLength(1);
});

// Covers: 8.14
test("an answer of a proxy between is unexpected, and lost contact is named until the next try", async () => {
  const { user, press } = await open();
  const remove = async (answer: () => Response | Promise<Response>) => {
    answerWith({ "DELETE /rest/v1/organizations\\?": answer });
    await press();
    await screen.findByRole("alertdialog");
    await user.click(question().getByRole("button", { name: "Ta bort" }));
  };
  await remove(() => new Response("<html>Bad Gateway</html>", { status: 502 }));
  await sees("organizations", "Ett oväntat fel uppstod. Försök igen senare.");
  const lost = "Anslutningsproblem. Kontrollera din internetanslutning.";
  await remove(() => Promise.reject(new TypeError("Failed to fetch")));
  await screen.findByText(lost);
  await waitFor(() => expect(networkState.get().status).toBe("ok"));
  await vi.dynamicImportSettled();
  expect(screen.getByText(lost)).toBeTruthy();
  await press();
  await screen.findByRole("alertdialog");
  await waitFor(() => expect(screen.queryByText(lost)).toBeNull());
});

// Covers: 8.3
test("all that is linked is named in one sentence", async () => {
  const { press } = await open();
  const tables = ["end_users", "organization_controllers", "user_roles"];
  answerWith(Object.fromEntries(tables.map((table) => [`HEAD /rest/v1/${table}\\?`, counted(1)])));
  await press();
  await sees(
    "organizations",
    "Organisationen har kopplade slutanvändare, styrenheter, administratörer. Ta bort dessa först.",
  );
});

// Covers: 8.14
test("an organisation that the server could not delete is kept, and says whom to ask", async () => {
  const { user, press } = await open();
  await press();
  await screen.findByRole("alertdialog");
  answerWith({ "DELETE /rest/v1/organizations\\?": json({ code: "internal", message: "gone" }, 500) });
  await user.click(question().getByRole("button", { name: "Ta bort" }));
  await sees("organizations", "Kunde inte ta bort organisationen. Kontakta support om problemet kvarstår.");
  expect(screen.getByRole("button", { name: "Ta bort Lånande Föreningen" })).toBeTruthy();
  expect(removals()).toHaveLength(1);
});
