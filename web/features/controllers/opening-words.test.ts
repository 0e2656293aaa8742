import { expect, test } from "vitest";
import { DEVICE_TRAITS, DEVICE_TYPES } from "#contract/devices.ts";
import { openingWords } from "./opening-words.ts";

test.each(DEVICE_TYPES)("the test of a gate's opening speaks of a macro where there is one (%s)", (type) => {
  const { opensBy } = DEVICE_TRAITS[type];
  for (const words of Object.values(openingWords(type))) expect(/macro/i.test(words)).toBe(opensBy === "macro");
});
