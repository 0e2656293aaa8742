// Tests editing a controller's doors. tests/e2e/controllers/controllers.test.ts tests reading them from a device.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { controllerAway } from "#tests/components/controller-away.ts";
import { entrance, gym } from "#tests/components/fixtures/controllers/sample-access-point.ts";
import { answerWith, askedOf, json, page } from "#tests/components/network.ts";
import { sees } from "#tests/components/sees.ts";
import { show } from "#tests/components/show.tsx";
import type { Door } from "../api/get-access-points.ts";
import { AccessPointsDialog } from "./access-points-dialog.tsx";

const CONTROLLER = { id: gym.controller_id, name: "Port A" };
const AWAY = controllerAway(CONTROLLER.id, CONTROLLER.name);

let doors: readonly Door[];

async function open(
  first: readonly Door[],
  {
    people = 0,
    groups = 0,
    holds = 0,
    states = [],
  }: { people?: number; groups?: number; holds?: number; states?: object[] } = {},
) {
  doors = first;
  answerWith({
    "GET /rest/v1/access_points\\?": () => page(doors),
    "POST /rest/v1/rpc/controller_states": states,
    "POST /rest/v1/rpc/door_codes": [],
    "HEAD /rest/v1/end_users\\?": new Response(null, { headers: { "content-range": `*/${people}` } }),
    "HEAD /rest/v1/access_group_doors\\?": new Response(null, { headers: { "content-range": `*/${groups}` } }),
    "HEAD /rest/v1/door_holds\\?": new Response(null, { headers: { "content-range": `*/${holds}` } }),
    "PATCH /rest/v1/access_points\\?": ({ body, address }) => {
      doors = doors.map((door) => (address.includes(door.id) ? { ...door, ...Object(body) } : door));
      return { ...doors.find((door) => address.includes(door.id)) };
    },
  });
  const onClose = vi.fn();
  const user = await show(<AccessPointsDialog controller={CONTROLLER} onClose={onClose} />);
  const dialog = within(screen.getByRole("dialog"));
  const press = async (name: string) =>
    user.click((await dialog.findAllByRole("button", { name })).at(-1) ?? document.body);
  const write = async (label: string, text: string) => {
    await user.clear(dialog.getByRole("textbox", { name: new RegExp(`^${label}`) }));
    await user.paste(text);
  };
  const flip = async (name: string) => user.click(await dialog.findByRole("switch", { name }));
  return { user, dialog, press, write, flip, onClose };
}
const question = () => within(screen.getByRole("alertdialog"));
const gone = () => waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
const changes = () => askedOf(/access_points\?id=eq/).map(({ method, body }) => [method, body]);

// Covers: 2.28
test("a controller that was never read has no access points yet, and the dialog says how they come", async () => {
  await open([]);
  await sees(
    "access-points",
    "Hantera åtkomstpunkter",
    "Inga åtkomstpunkter hittades. Synkronisera från Axis-enheten först.",
  );
  await expectAccessible();
});

// Covers: 2.28, feel.6
test("a door is edited in its row: Escape drops, Enter saves, and an unsaved change is asked about", async () => {
  const { user, dialog, press, write, onClose } = await open([entrance, { ...gym, pin_max: 4, pin_min: 4 }]);
  const columns = ["Aktiverad", "Dörrnamn", "Tekniskt namn", "Beskrivning", "Senast synkad", "Åtgärder"];
  await dialog.findByText("Entré");
  expect(dialog.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual(columns);
  expect(dialog.getByRole("row", { name: /Styrketräning/ }).textContent).toMatch(/Kräver kort.*Bara fyra siffror/);
  await press("Redigera Entré");
  await write("Dörrnamn", "Stora entrén");
  await expectAccessible();
  await user.keyboard("{Escape}");
  expect(dialog.queryByRole("textbox")).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole("button", { name: "Redigera Entré" })));

  await user.keyboard("{Enter}");
  await write("Beskrivning", "Osparat");
  await press("Stäng");
  await screen.findByRole("alertdialog", { name: "Osparade ändringar" });
  await user.click(question().getByRole("button", { name: "Fortsätt redigera" }));
  await gone();
  expect(onClose).not.toHaveBeenCalled();
  await write("Tekniskt namn", " ");
  await write("Dörrnamn", "Stora entrén");
  await user.keyboard("{Enter}");
  expect((await dialog.findAllByText("Tekniskt namn krävs")).length).toBeGreaterThan(0);
  expect(changes()).toEqual([]);
  await write("Tekniskt namn", "Entré Hus 1");
  await write("Beskrivning", "Mot gården");
  await user.keyboard("{Enter}");
  expect(await screen.findByText("Dörr sparad")).toBeTruthy();
  const saved = { enabled: true, door_name: "Stora entrén", name: "Entré Hus 1", description: "Mot gården" };
  expect(changes()).toEqual([["PATCH", saved]]);
  expect((await dialog.findByRole("row", { name: /Stora entrén/ })).textContent).toContain("Mot gården");
  await press("Stäng");
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

test("the answer to a save closes no other row that was opened after Escape", async () => {
  const { user, dialog, press, write } = await open([entrance, gym]);
  const { promise: saved, resolve: save } = Promise.withResolvers<Record<string, unknown>>();
  answerWith({ "PATCH /rest/v1/access_points\\?": () => saved });
  await press("Redigera Entré");
  await write("Beskrivning", "Mot gården");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(changes()).toHaveLength(1));
  await user.keyboard("{Escape}");
  await press("Redigera Styrketräning");
  await write("Beskrivning", "I källaren");
  save({ ...entrance, description: "Mot gården" });
  expect(await screen.findByText("Dörr sparad")).toBeTruthy();
  expect(dialog.getByRole("textbox", { name: /^Beskrivning/ })).toHaveProperty("value", "I källaren");
});

// Covers: 4.6
test("a door that nobody has is switched off and on at once", async () => {
  const { dialog, flip } = await open([entrance, gym]);
  await flip("Entré aktiverad");
  expect(await dialog.findByText("2 dörrar, 1 aktiverad")).toBeTruthy();
  await flip("Entré aktiverad");
  expect(await dialog.findByText("2 dörrar, 2 aktiverade")).toBeTruthy();
  await waitFor(() => expect(changes()).toHaveLength(2));
  expect(changes().map(([, body]) => body)).toEqual([{ enabled: false }, { enabled: true }]);
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("a door's refusal stays when another door is saved, and goes once the door is switched again", async () => {
  const { user, press, write, flip } = await open([entrance, gym]);
  const refusal = json({ code: "42501", message: "Dörren är spärrad", details: null }, 403);
  let isRefused = true;
  answerWith({
    "PATCH /rest/v1/access_points\\?": ({ body, address }) => {
      if (isRefused) return refusal;
      doors = doors.map((door) => (address.includes(door.id) ? { ...door, ...Object(body) } : door));
      return { ...doors.find((door) => address.includes(door.id)) };
    },
  });
  await flip("Entré aktiverad");
  expect(await screen.findByRole("alert")).toBeTruthy();
  isRefused = false;
  await press("Redigera Styrketräning");
  await write("Beskrivning", "Mot gården");
  await user.keyboard("{Enter}");
  expect(await screen.findByText("Dörr sparad")).toBeTruthy();
  expect(screen.getByRole("alert")).toBeTruthy();
  await flip("Entré aktiverad");
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

// Covers: 4.6
test.each([
  ["there", [], "Entré öppnas inte för någon så länge den är inaktiverad.", "svarar inte"],
  ["away", [AWAY], "Koderna öppnar dörren tills ändringen är bekräftad där.", "öppnas inte för någon"],
] as const)(
  "a door that people have, of a controller that is %s, is not switched off without their number",
  async (_how, states, said, unsaid) => {
    const { dialog, flip } = await open([entrance], { people: 1, states: [...states] });
    await flip("Entré aktiverad");
    expect(await screen.findByText("1 person förlorar sin tillgång till dörren.", { exact: false })).toBeTruthy();
    expect(await question().findByText(said, { exact: false })).toBeTruthy();
    expect(screen.getByRole("alertdialog").textContent).not.toContain(unsaid);
    await expectAccessible();
    const count = decodeURIComponent(askedOf(/end_users/)[0]?.address ?? "");
    expect(count).toContain(`access_rights.access_point_id=eq.${entrance.id}`);
    await userAnswers("Avbryt");
    expect(dialog.getByRole("switch", { name: "Entré aktiverad", checked: true })).toBeTruthy();
    expect(changes()).toEqual([]);
    await flip("Entré aktiverad");
    await screen.findByRole("alertdialog");
    await userAnswers("Inaktivera");
    await waitFor(() => expect(changes()).toEqual([["PATCH", { enabled: false }]]));

    async function userAnswers(name: string): Promise<void> {
      question().getByRole("button", { name }).click();
      await gone();
    }
  },
);

// Covers: 4.6, page.8
test("a door is taken from the people who have it in one press, and then deleted", async () => {
  const { user, press } = await open([entrance], { people: 12 });
  answerWith({
    "POST /functions/v1/controller-manager": () => {
      answerWith({
        "HEAD /rest/v1/end_users\\?": new Response(null, { headers: { "content-range": "*/0" } }),
        "DELETE /rest/v1/access_points\\?": new Response(null, { status: 204 }),
      });
      return { success: true, people: 12 };
    },
  });
  await press("Ta bort Entré");
  await screen.findByText("Dörren har kopplade resurser. Ta bort dessa först.");
  expect(question().getByText(/^12 personer har tillgång till dörren och förlorar den/)).toBeTruthy();
  expect(question().queryByRole("button", { name: "Ta bort" })).toBeNull();
  await expectAccessible();
  await user.click(question().getByRole("button", { name: "Ta från alla" }));
  expect(await screen.findByText("12 personer har inte längre tillgång till Entré")).toBeTruthy();
  expect(askedOf(/controller-manager/).map(({ body }) => body)).toEqual([{ action: "UNASSIGN_DOOR", id: entrance.id }]);
  await user.click(await screen.findByRole("button", { name: "Ta bort" }));
  expect(await screen.findByText("Dörr borttagen")).toBeTruthy();
  await gone();
});

// Covers: page.8
test("a door that only a group without people has is taken from it, which nobody else could do there", async () => {
  const { user, press } = await open([entrance], { groups: 1 });
  answerWith({
    "POST /functions/v1/controller-manager": () => {
      answerWith({
        "HEAD /rest/v1/access_group_doors\\?": new Response(null, { headers: { "content-range": "*/0" } }),
      });
      return { success: true, people: 0 };
    },
  });
  await press("Ta bort Entré");
  expect(await screen.findByText(/^1 grupp utan användare har dörren\./)).toBeTruthy();
  await user.click(question().getByRole("button", { name: "Ta från alla" }));
  expect(await screen.findByText("Ingen grupp har dörren längre")).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Ta bort" })).toBeTruthy();
});

// Covers: page.8
test("a door that is held unlocked is not deleted, and leads to the doors of its controller, where it is locked", async () => {
  const { press } = await open([entrance], { holds: 1, people: 3 });
  await press("Ta bort Entré");
  const held = within(await screen.findByRole("dialog", { name: "Ta bort dörr" }));
  expect(
    held.getByText("Portalen håller dörren olåst. Lås den först, annars skulle ingen låsa den igen."),
  ).toBeTruthy();
  expect(held.getByRole("link", { name: "Visa dörrarna" }).getAttribute("href")).toBe(
    `/system-admin/doors?controller=${CONTROLLER.id}`,
  );
  expect(screen.queryByRole("button", { name: /^Ta (bort|från alla)$/ })).toBeNull();
  await expectAccessible();
});

// Covers: 4.6
test("a door that people have is kept, and one that nobody has goes once that is confirmed", async () => {
  const { user, dialog, press } = await open([entrance, { ...gym, missing_since: "2026-11-20T10:00:00Z" }]);
  answerWith({
    "DELETE /rest/v1/access_points\\?": json({ code: "23503", message: "linked", details: null, hint: null }, 409),
  });
  await press("Ta bort Entré");
  await screen.findByRole("alertdialog");
  expect(question().getByText(/^Finns Entré kvar på enheten kommer den tillbaka/)).toBeTruthy();
  await expectAccessible();
  await user.click(question().getByRole("button", { name: "Ta bort" }));
  expect(await screen.findByText("Dörren har kopplade resurser. Ta bort dessa först.")).toBeTruthy();
  await gone();
  expect(dialog.getByRole("row", { name: /Entré/ })).toBeTruthy();

  answerWith({
    "DELETE /rest/v1/access_points\\?": () => {
      doors = [entrance];
      return new Response(null, { status: 204 });
    },
  });
  await press("Ta bort Styrketräning");
  await screen.findByRole("alertdialog");
  expect(question().getByText("Styrketräning finns inte längre på enheten.")).toBeTruthy();
  await user.click(question().getByRole("button", { name: "Ta bort" }));
  expect(await screen.findByText("Dörr borttagen")).toBeTruthy();
  await waitFor(() => expect(dialog.queryByRole("row", { name: /Styrketräning/ })).toBeNull());
  expect(changes().map(([method]) => method)).toEqual(["DELETE", "DELETE"]);
});

// Covers: 8.16
test("doors that could not be read say so with the server's reason, until the next try", async () => {
  const { press } = await open([entrance]);
  const reason = "Failed to sync access points: Styrenheten svarar inte. Kontrollera att den är igång.";
  answerWith({ "POST /functions/v1/axis-proxy": json({ error: reason, code: "device_unreachable" }, 504) });
  await press("Synka åtkomstpunkter");
  await sees("controllers", "Kunde inte synkronisera");
  await sees("server", "Failed to sync access points{message}");
  const read = { success: true, doors: 2, added: 1, missing: 0, profilesWritten: 0 };
  answerWith({ "POST /functions/v1/axis-proxy": read });
  await press("Synka åtkomstpunkter");
  expect(await screen.findByText("Åtkomstpunkter synkade")).toBeTruthy();
  await waitFor(() => expect(screen.queryByText("Kunde inte synkronisera")).toBeNull());
});
