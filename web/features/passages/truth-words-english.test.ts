// A separate file, since it uses another language (vitest.config.ts).
import { expect, test } from "vitest";
import { english } from "#web/texts/en.ts";
import { setLanguage } from "#web/texts/language.ts";

setLanguage("en", english);
const { EVERY_LINE, EVERY_NAME } = await import("./every-truth.ts");
const { TRUTH_SIGNS, truthWords } = await import("./truth-words.ts");

test.each(["door", "gate"] as const)(
  `in English, too, every line of a %s has at most ${TRUTH_SIGNS} signs`,
  (source) => {
    const lines = EVERY_NAME.flatMap((names) => EVERY_LINE.map((line) => truthWords(line, source, names)));
    expect(lines).toContain("Let in");
    expect([...new Set(lines)].filter((line) => line.length > TRUTH_SIGNS)).toEqual([]);
  },
);
