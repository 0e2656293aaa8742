// A separate file, since it uses another language (vitest.config.ts).
import { expect, test } from "vitest";
import { english } from "#web/texts/en.ts";
import { setLanguage } from "#web/texts/language.ts";

setLanguage("en", english);
const { EVERY_LINE, EVERY_NAME } = await import("./every-truth.ts");
const { hoursSentence } = await import("./hours-sentence.ts");
const { TRUTH_SIGNS, truthWords } = await import("./truth-words.ts");

test.each(["door", "gate"] as const)(
  `in English, too, every line of a %s has at most ${TRUTH_SIGNS} signs`,
  (source) => {
    const lines = EVERY_NAME.flatMap((names) => EVERY_LINE.map((line) => truthWords(line, source, names)));
    expect(lines).toContain("Let in");
    expect([...new Set(lines)].filter((line) => line.length > TRUTH_SIGNS)).toEqual([]);
  },
);

test("in English, too, the hours of a door and its next opening are said", () => {
  const open = [{ start: "2026-12-10T06:30", end: "2026-12-10T22:00" }];
  const then = { schedule: "Laundry", day: "2026-12-10", open, opens_at: "2026-12-11T06:30" };
  const at = (now: string) => hoursSentence(then, new Date(now));
  expect(at("2026-12-10T21:30:00Z")).toBe("Open 06:30–22:00 by Laundry; opens tomorrow 06:30.");
  expect(at("2026-12-20T21:30:00Z")).toBe("Open 06:30–22:00 by Laundry; opened 11 Dec 06:30.");
});
