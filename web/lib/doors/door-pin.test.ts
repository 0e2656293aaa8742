import { expect, test } from "vitest";
import { doorPinWords, pinHoursWords } from "./door-pin.ts";

const hours = {
  schedules: ["Vardagar"],
  weekly: [{ days: [1, 2, 3, 4, 5], from: "06:00", to: "22:00" }],
  exceptions: false,
};

test.each([
  [hours, "mån–fre 06:00–22:00"],
  [{ ...hours, exceptions: true }, "mån–fre 06:00–22:00, utom undantagsdagar"],
  [{ ...hours, weekly: [{ days: [1, 2, 3, 4, 5, 6, 7], from: "22:00", to: "06:00" }] }, "alla dagar 22:00–06:00"],
  [{ ...hours, weekly: [{ days: [2, 6, 7], from: "08:00", to: "24:00" }] }, "tis, lör, sön 08:00–24:00"],
  [{ ...hours, weekly: null }, "enligt schemat Vardagar"],
  [{ ...hours, weekly: null, schedules: [] }, "vissa tider"],
])("hours of a door read as a person says them", (shown, words) => {
  expect(pinHoursWords(shown)).toBe(words);
});

test("a door is said to be limited only where it is", () => {
  expect(doorPinWords("always", null)).toBeNull();
  expect(doorPinWords(null, null)).toBeNull();
  expect(doorPinWords("hours", hours)).toBe("PIN bara mån–fre 06:00–22:00");
  expect(doorPinWords("never", null)).toBe("Kräver kort");
  expect(doorPinWords("nobody", null)).toBe("Släpper in ingen");
});
