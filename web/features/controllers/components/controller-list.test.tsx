// Tests the list of controllers: its requests, its switch and test, and the contents of a row.
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { CONTROLLER_ID, doorController, testAnswer } from "#tests/components/fixtures/controllers/sample-controller.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { ORGANIZATION_ID, openPage } from "#tests/components/open-page.tsx";
import { sees } from "#tests/components/sees.ts";

const GATE_ID = "00000000-0000-4000-8000-00000000000d";
const gate = {
  ...doorController,
  id: GATE_ID,
  name: "Infart Norr",
  device_type: "axxon_lpr",
  device_ip: "192.0.2.20",
  device_port: 80,
  last_sync: null,
  access_points: [],
} as const;
const NOW = new Date().toISOString();
const TEST = "POST /functions/v1/(axis|axxon)-proxy";
const SWITCH = "POST /functions/v1/controller-manager";
const worker = (controller_id: string, last_error: string | null) => ({
  controller_id,
  desired_gen: 1,
  applied_gen: 1,
  last_error,
  next_try_at: new Date().toISOString(),
  breaker_open_since: null,
  last_full_at: new Date().toISOString(),
});

const row = (name: string) => within(screen.getByRole("grid")).getByRole("row", { name: new RegExp(name) });
const searches = () =>
  askedOf(/rest\/v1\/controllers\?/).map(({ address }) => new URLSearchParams(address.split("?")[1]));

async function open(rows: readonly object[], workers: readonly object[] = []): Promise<UserEvent> {
  answerWith({
    "GET /rest/v1/controllers\\?.*access_points": () => page(rows),
    "GET /rest/v1/controller_sync\\?": workers,
  });
  const user = await openPage("/system-admin/controllers", "system_admin");
  await within(await screen.findByRole("grid")).findByText(Object(rows[0]).name);
  return user;
}

async function filter(user: UserEvent, name: RegExp, option: string): Promise<void> {
  await user.click(await screen.findByRole("button", { name }));
  await user.click(await screen.findByRole("option", { name: option }));
}

// Covers: 2.11
test("a row shows the device's address, its protection, its last contact and why it fails", async () => {
  const sleeping = { ...doorController, id: gate.id, name: "Port Vilande", enabled: false, last_sync: null };
  await open(
    [
      { ...doorController, device_ip: "192.0.2.10", device_port: 8080, allow_old_tls: true },
      { ...sleeping, device_ip: "192.0.2.9", device_port: null },
    ],
    [worker(CONTROLLER_ID, "timeout")],
  );
  expect(await within(row("Port A")).findByText("Fel · svarar inte")).toBeTruthy();
  expect(within(row("Port A")).getByText("192.0.2.10:8080")).toBeTruthy();
  expect(within(row("Port A")).getByText("Okrypterad")).toBeTruthy();
  expect(within(row("Port A")).getByText("Äldre TLS")).toBeTruthy();
  await sees("controllers", "Styrenheter", "Aldrig");
  for (const said of ["192.0.2.9:443", "Aldrig", "Pausad"])
    expect(within(row("Port Vilande")).getByText(said)).toBeTruthy();
  expect(within(row("Port Vilande")).queryByText("Okrypterad")).toBeNull();
  await expectAccessible();
});

// Covers: 2.23
test("search and filters are the server's, and are cleared where nothing is found", async () => {
  const user = await open([doorController], [worker(CONTROLLER_ID, "timeout"), worker(GATE_ID, null)]);
  await user.keyboard("/");
  expect(document.activeElement).toBe(screen.getByRole("searchbox", { name: "Sök namn eller adress" }));
  answerWith({ "GET /rest/v1/controllers\\?.*access_points": page([]) });
  await user.keyboard("infart");
  await sees("controllers", "Inga styrenheter hittades");
  // On a slow machine, the text typed so far is searched for first.
  await waitFor(() => expect(searches().at(-1)?.get("or")).toBe('(name.ilike."*infart*",device_ip.ilike."*infart*")'));
  await filter(user, /Typ/, "Axis");
  await waitFor(() => expect(searches().at(-1)?.get("device_type")).toBe("eq.axis"));
  await expectAccessible();
  answerWith({ "GET /rest/v1/controllers\\?.*access_points": page([doorController]) });
  await user.click(await screen.findByRole("button", { name: "Rensa filter" }));
  await within(await screen.findByRole("grid")).findByText("Port A");
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("");
  expect(location.search).toBe("");
  await filter(user, /Tillstånd/, "Fel");
  await waitFor(() => expect(searches().at(-1)?.get("id")).toBe(`in.(${CONTROLLER_ID})`));
});

test("a paused controller says that its PINs still work, and the last of two presses counts", async () => {
  const rows = [doorController];
  const user = await open(rows);
  const first = Promise.withResolvers<null>();
  let enabled = true;
  answerWith({
    [SWITCH]: async ({ body }) => {
      if (enabled) await first.promise;
      enabled = Object(body).payload.enabled;
      rows[0] = { ...doorController, enabled };
      return { success: true, controller: rows[0] };
    },
  });
  const press = () => user.click(screen.getByRole("switch", { name: "Port A aktiverad" }));
  await press();
  expect(await within(row("Port A")).findByText("Pausad")).toBeTruthy();
  await press();
  await waitFor(() => expect(within(row("Port A")).queryByText("Pausad")).toBeNull());
  // The second press waits for the answer to the first, whose contract is fetched before it is sent.
  await waitFor(() => expect(askedOf(/controller-manager/)).toHaveLength(1));
  first.resolve(null);
  expect(await screen.findByText(/^PIN-koder som redan finns på styrenheten fungerar fortfarande\./)).toBeTruthy();
  await waitFor(() => expect(askedOf(/controller-manager/)).toHaveLength(2));
  expect(askedOf(/controller-manager/).map(({ body }) => Object(body).payload)).toEqual([
    { enabled: false },
    { enabled: true },
  ]);
  await waitFor(() => expect(rows).toEqual([doorController]));
  expect(within(row("Port A")).queryByText("Pausad")).toBeNull();
});

// Covers: 2.24
test("the next try removes a row's error, and a gate shows its last answer and its list", async () => {
  const listed = { ...gate, id: ORGANIZATION_ID, name: "Infart Syd", last_sync: NOW, list_sync: true };
  const user = await open([doorController, gate, listed], [worker(GATE_ID, null), worker(ORGANIZATION_ID, null)]);
  expect(within(row("Infart Norr")).getByText("Aldrig")).toBeTruthy();
  expect(await within(row("Infart Syd")).findByText("Synkad")).toBeTruthy();
  expect(within(row("Infart Norr")).queryByText("Synkad")).toBeNull(); // This gate keeps no list.
  expect(row("Infart Syd").textContent).toMatch(/Svarade (nyss|för)/);
  const error = "Enheten godtog inte användarnamnet eller lösenordet. Kontrollera uppgifterna.";
  answerWith({ [TEST]: () => json({ error, code: "device_auth_failed" }, 502) });
  const tryIt = screen.getByRole("button", { name: "Testa anslutning Port A" });
  await user.click(tryIt);
  await sees("controllers", "Anslutning misslyckades");
  expect(screen.getByText(`Port A: ${error}`)).toBeTruthy();
  answerWith({ [TEST]: { ...testAnswer } });
  await user.click(tryIt);
  await sees("controllers", "Anslutning lyckades");
  await waitFor(() => expect(screen.queryByText("Anslutning misslyckades")).toBeNull());
  expect(askedOf(/axis-proxy/).map(({ body }) => Object(body).controller_id)).toEqual([CONTROLLER_ID, CONTROLLER_ID]);
});

test("a test that succeeds is at once the row's last contact", async () => {
  const rows: object[] = [{ ...gate, last_sync: null }];
  const user = await open(rows);
  expect(within(row("Infart Norr")).getByText("Aldrig")).toBeTruthy();
  answerWith({
    "POST /functions/v1/axxon-proxy": () => {
      rows[0] = { ...gate, last_sync: new Date().toISOString() };
      return { ...testAnswer };
    },
  });
  await user.click(screen.getByRole("button", { name: "Testa anslutning Infart Norr" }));
  await sees("controllers", "Anslutning lyckades");
  await waitFor(() => expect(row("Infart Norr").textContent).toMatch(/Svarade nyss/));
  expect(within(row("Infart Norr")).queryByText("Aldrig")).toBeNull();
});

test("a controller that nobody has is deleted once that is confirmed", async () => {
  const rows: object[] = [doorController];
  const user = await open(rows);
  answerWith({
    "DELETE /rest/v1/controllers\\?": () => {
      rows.pop();
      return new Response(null, { status: 204 });
    },
  });
  await user.click(screen.getByRole("button", { name: "Fler åtgärder för Port A" }));
  await user.click(await screen.findByRole("menuitem", { name: "Ta bort" }));
  const question = within(await screen.findByRole("alertdialog"));
  await sees("controllers", "Ta bort styrenhet");
  await user.click(await question.findByRole("button", { name: "Ta bort" }));
  await sees("controllers", "Styrenhet raderades");
  expect(await screen.findByText("Inga styrenheter hittades")).toBeTruthy();
  expect(
    askedOf(/controllers\?id=eq/)
      .filter(({ method }) => method === "DELETE")
      .map(({ address }) => address),
  ).toEqual([`/rest/v1/controllers?id=eq.${CONTROLLER_ID}`]);
});
