// The drawn week in the dialog of a schedule, by keyboard, mouse and touch.
import { fireEvent, screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { answerWith, page } from "#tests/components/network.ts";
import { openPage } from "#tests/components/open-page.tsx";

async function open(): Promise<UserEvent> {
  answerWith({ "GET /rest/v1/access_points\\?": page([]) });
  const user = await openPage("/system-admin/schedules", "system_admin");
  await user.click((await screen.findAllByRole("button", { name: "Lägg till schema" }))[0] ?? document.body);
  await screen.findByRole("dialog");
  return user;
}
const dialog = () => within(screen.getByRole("dialog"));
const grid = () => dialog().getByRole("grid", { name: "Tider i veckan" });
const cell = (name: string) => dialog().getByRole("gridcell", { name: new RegExp(`^${name},`) });
/** Returns what the typed rows say: "mån tis 06:00-22:00". */
const typed = () =>
  dialog()
    .queryAllByRole("group", { name: /^Tid \d/ })
    .map((row) => {
      const days = within(row)
        .getAllByRole("checkbox", { checked: true })
        .map((box) => box.closest("label")?.textContent);
      const [from, to] = ["Från", "Till"].map((name) => within(row).getByLabelText<HTMLInputElement>(name).value);
      return `${days.join(" ")} ${from}-${to}`;
    });
const WORKDAYS = "mån tis ons tors fre";

test("by keyboard hours are drawn over several days, lead to their typed row, and are removed", async () => {
  const user = await open();
  grid().focus();
  expect(grid().getAttribute("aria-activedescendant")).toBe(cell("mån 06:00").id);
  expect(cell("mån 06:00").getAttribute("aria-label")).toBe("mån 06:00, öppet mån 06–22");
  await user.keyboard("{ArrowRight>5/}{Home}{PageDown>2/}");
  expect(grid().getAttribute("aria-activedescendant")).toBe(cell("lör 08:00").id);
  await user.keyboard("{Enter}{ArrowRight}{ArrowDown>3/}");
  expect(dialog().getByText(/^lör, sön 08–10\. Tryck eller Enter/)).toBeTruthy();
  await expectAccessible();
  await user.keyboard("{Enter}");
  expect(typed()).toEqual([`${WORKDAYS} 06:00-22:00`, "lör sön 08:00-10:00"]);
  expect(screen.getByText("Öppet lör, sön 08–10")).toBeTruthy();
  expect(document.activeElement).toBe(grid());
  await user.keyboard("{Delete}");
  expect(typed()).toEqual([`${WORKDAYS} 06:00-22:00`, "lör 08:00-10:00"]);
  expect(screen.getByText("sön 08–10 är borttaget")).toBeTruthy();
  await user.keyboard("{ArrowLeft}{Enter}");
  expect(document.activeElement).toBe(
    within(dialog().getByRole("group", { name: "Tid 2" })).getByRole("textbox", { name: "Från" }),
  );
});

test("Escape gives a drawing up and leaves the dialog open", async () => {
  const user = await open();
  grid().focus();
  await user.keyboard("{Home}{Enter}{ArrowDown}{Escape}");
  expect(typed()).toEqual([`${WORKDAYS} 06:00-22:00`]);
  expect(screen.getByRole("dialog")).toBeTruthy();
});

test("hours are drawn past midnight, and go on in the next day", async () => {
  const user = await open();
  grid().focus();
  await user.keyboard("{ArrowRight>4/}{End}{Enter}{ArrowDown>4/}{Enter}");
  expect(typed()).toEqual([`${WORKDAYS} 06:00-22:00`, "fre 23:30-02:00"]);
  expect(cell("lör 01:30").getAttribute("aria-label")).toBe("lör 01:30, öppet fre 23:30–02");
});

test("a typed time is drawn at once, and one with an error is not", async () => {
  const user = await open();
  const to = dialog().getByRole("textbox", { name: "Till" });
  await user.clear(to);
  await user.type(to, "12");
  expect(cell("ons 12:00").getAttribute("aria-selected")).toBe("false");
  expect(cell("ons 11:30").getAttribute("aria-selected")).toBe("true");
  await user.clear(to);
  await user.type(to, "25:00");
  expect(cell("ons 11:30").getAttribute("aria-selected")).toBe("false");
});

test("a mouse draws by dragging, or by a press at the start and one at the end", async () => {
  const user = await open();
  const mouse = (target: Element, keys: string) => user.pointer({ target, keys });
  await mouse(cell("lör 08:00"), "[MouseLeft>]");
  await user.pointer({ target: cell("sön 09:30") });
  await mouse(cell("sön 09:30"), "[/MouseLeft]");
  expect(typed()[1]).toBe("lör sön 08:00-10:00");
  await mouse(cell("lör 12:00"), "[MouseLeft]");
  await mouse(cell("lör 13:30"), "[MouseLeft]");
  expect(typed()).toContain("lör 12:00-14:00");
});

test("a finger presses where the hours begin and where they end", async () => {
  await open();
  const touch = (target: Element) => {
    fireEvent.pointerDown(target, { pointerType: "touch", button: 0 });
    fireEvent.pointerUp(target, { pointerType: "touch", button: 0 });
    // A touch changes the layout, so another element may lie under the finger when it is lifted.
    fireEvent.click(grid());
  };
  touch(cell("sön 08:00"));
  touch(cell("sön 19:30"));
  expect(typed()[1]).toBe("sön 08:00-20:00");
});

test("hours of every second week name the coming weeks", async () => {
  const user = await open();
  await user.click(dialog().getByRole("button", { name: /Upprepas/ }));
  await user.click(await screen.findByRole("option", { name: "Varannan vecka" }));
  expect(await dialog().findByText(/^Kommande veckor: v\. \d+, v\. \d+, v\. \d+, v\. \d+$/)).toBeTruthy();
  expect(cell("mån 06:00").getAttribute("aria-label")).toBe("mån 06:00, öppet mån 06–22 varannan");
  await expectAccessible();
});
