import { expect, test } from "vitest";
import { isTrivialPin, PIN_PATTERN } from "./pin.ts";

test.each(["0000", "1234", "9876", "456789", "555555"])("%s is refused as trivial", (pin) => {
  expect(isTrivialPin(pin)).toBe(true);
});

test.each(["1324", "2580", "1357", "112233", "901234"])("%s is not trivial", (pin) => {
  expect(isTrivialPin(pin)).toBe(false);
});

test.each(["123", "1234567", "12a4", "", " 1234", "１２３４"])("%j is not a PIN", (pin) => {
  expect(PIN_PATTERN.test(pin)).toBe(false);
});
