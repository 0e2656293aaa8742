import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afterPress, followPresses } from "./press.ts";

const page = new EventTarget();
const fire = (name: string, button = 0) => page.dispatchEvent(Object.assign(new Event(name), { button }));
let shown: string[] = [];
const show = (name: string) => afterPress(() => shown.push(name));
let unfollow: () => void;

beforeEach(() => {
  shown = [];
  vi.useFakeTimers();
  unfollow = followPresses(page);
});

afterEach(() => {
  unfollow();
  vi.runAllTimers();
  vi.useRealTimers();
});

test("a message comes at once where nothing is pressed", () => {
  show("saved");
  expect(shown).toEqual(["saved"]);
});

test("changes that come while a button is pressed wait, in order, until its click has been heard", () => {
  fire("pointerdown");
  show("failed");
  show("fixed");
  vi.advanceTimersByTime(1_000);
  fire("pointerup");
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(shown).toEqual(["failed", "fixed"]);
  show("saved");
  expect(shown).toHaveLength(3);
});

test("once the click has been heard nothing waits", () => {
  fire("pointerdown");
  fire("pointerup");
  show("failed");
  fire("click");
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(0);
  expect(shown).toEqual(["failed"]);
  fire("click");
  show("fixed");
  expect(shown).toEqual(["failed", "fixed"]);
});

test.each(["pointercancel", "blur"])("a press that ends otherwise is over, too: %s", (end) => {
  fire("pointerdown");
  show("saved");
  fire(end);
  vi.advanceTimersByTime(100);
  expect(shown).toEqual(["saved"]);
});

test("no message waits for longer than five seconds, or for another button of the mouse", () => {
  fire("pointerdown");
  show("saved");
  vi.advanceTimersByTime(5_000);
  expect(shown).toEqual(["saved"]);
  fire("pointerdown", 2);
  show("removed");
  expect(shown).toEqual(["saved", "removed"]);
});
