import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { stockholmClock } from "#contract/stockholm.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { closedDoor, closedState, ID } from "#tests/components/fixtures/doors/sample-door.ts";
import { answerWith, askedOf } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { paced } from "#tests/support/pace.ts";
import { DoorOrder } from "./door-order.tsx";

const NOW = "2026-11-27T08:00:00Z";
const door = closedDoor(closedState(NOW, NOW));

async function ask(about: "OPEN" | "HOLD", place = door) {
  const onClose = vi.fn();
  const question = { about, place, name: "Entré", anchor: document.body };
  const user = await show(<DoorOrder question={question} onClose={onClose} />);
  return { user, onClose, dialog: within(screen.getByRole("dialog")) };
}

// Covers: page.16
test("nothing is recorded until a reason is chosen or typed", async () => {
  const { user, onClose, dialog } = await ask("OPEN");
  expect(dialog.queryByRole("radio", { checked: true })).toBeNull();
  const open = dialog.getByRole("button", { name: "Öppna dörren" });
  await user.click(open);
  expect(dialog.getByText("Välj ett skäl, eller skriv varför med minst tre tecken.")).toBeTruthy();
  expect(askedOf(/door-control/)).toEqual([]);
  await expectAccessible();
  answerWith({ "POST /functions/v1/door-control": { success: true, outcome: "executed" } });
  await user.type(dialog.getByLabelText(/Kommentar/), "Nyckeln glömd");
  await user.click(open);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1), paced(30_000));
  expect(askedOf(/door-control/).map(({ body }) => Object(body).reason)).toEqual(["Nyckeln glömd"]);
});

test("a hold of a door that the unit unlocks by itself says what its end does in those hours", async () => {
  const weekly = [{ days: [1, 2, 3, 4, 5], from: "08:00", to: "17:00" }];
  const { dialog } = await ask("HOLD", { ...door, unlock_hours: { schedules: [], weekly, exceptions: false } });
  expect(
    dialog.getByText(/^Enheten håller själv dörren olåst mån–fre 08:00–17:00\. Slutar din tid i dem/),
  ).toBeTruthy();
  await expectAccessible();
});

test("a typed reason is required where no word is chosen", async () => {
  const { user, onClose, dialog } = await ask("OPEN");
  await user.click(dialog.getByText("Annat"));
  await user.type(dialog.getByLabelText("Kommentar"), "  a ");
  await user.click(dialog.getByRole("button", { name: "Öppna dörren" }));
  expect(dialog.getByText("Skriv varför, med minst tre tecken.")).toBeTruthy();
  expect(askedOf(/door-control/)).toEqual([]);
  await expectAccessible();
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("the end of a hold is a time of day: an impossible one is named, a possible one is sent", async () => {
  const { user, onClose, dialog } = await ask("HOLD");
  const until = dialog.getByRole("textbox", { name: "Till" });
  const hold = dialog.getByRole("button", { name: "Håll olåst" });
  const write = async (text: string) => {
    await user.clear(until);
    await user.type(until, text);
  };
  const inHours = (hours: number) => stockholmClock(new Date(Date.now() + hours * 3_600_000));
  await write("snart");
  await user.click(hold);
  expect(dialog.getByText("Skriv ett klockslag, till exempel 16:00.")).toBeTruthy();
  expect(until.getAttribute("aria-invalid")).toBe("true");
  await write(inHours(13));
  expect(dialog.getByText(/Välj en tid inom tolv timmar, senast i (dag|morgon) \d\d:\d\d\./)).toBeTruthy();
  await user.click(hold);
  await expectAccessible();
  expect(askedOf(/door-control/)).toEqual([]);

  // The page's clock may be five seconds behind, in the previous minute.
  const clock = inHours(2);
  await write(clock.replace(":", "."));
  expect(
    dialog.getByText(new RegExp(`Låses igen i (dag|morgon) ${clock}, om (2\\sh|2\\sh 1\\smin|1\\sh 59\\smin)\\.`)),
  ).toBeTruthy();
  answerWith({ "POST /functions/v1/door-control": { success: true, hold_id: ID, applied: true } });
  await user.click(dialog.getByText("Leverans"));
  await user.click(hold);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1), paced(30_000));
  const asked = askedOf(/door-control/).map(({ body }) => body);
  expect(asked).toEqual([
    expect.objectContaining({
      action: "HOLD",
      access_point_id: door.id,
      reason: "leverans",
      until: expect.stringMatching(/:00\.000Z$/),
    }),
  ]);
  expect(asked.map((body) => stockholmClock(new Date(Object(body).until)))).toEqual([clock]);
  expect(await screen.findByText(`Entré hålls olåst till ${clock}`)).toBeTruthy();
});
