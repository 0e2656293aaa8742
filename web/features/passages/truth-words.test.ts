// Tests the drawer's texts, and that none is longer than its line; truth-words-english.test.ts measures the English.
import { expect, test } from "vitest";
import { causeSentence } from "./cause-words.ts";
import { ANNA, EVERY_LINE, EVERY_NAME, LONG, SINCE } from "./every-truth.ts";
import type { TruthLine } from "./truth-lines.ts";
import { TRUTH_SIGNS, truthWords } from "./truth-words.ts";

const NOTHING = { differs: false, why: null, since: null, reason: null, state: null } as const;

test("a refusal at a door that was not given is said as drawn", () => {
  const line = (part: Partial<TruthLine>) => ({ ...NOTHING, says: "no" as const, source: "held" as const, ...part });
  expect(truthWords(line({ source: "desired", why: "no_assignment" }), "door", ANNA)).toBe(
    "Neka: Soprum var inte tilldelat",
  );
  expect(truthWords(line({ state: "elsewhere", why: "no_assignment" }), "door", ANNA)).toBe(
    "Annas kod, men inte för Soprum",
  );
  expect(truthWords(line({ source: "decided", reason: "not_permitted" }), "door", ANNA)).toBe(
    "Nekad: saknar tillgång här",
  );
  expect(truthWords(line({ state: "elsewhere" }), "door", { who: "Lars", door: "Entré" })).toBe(
    "Lars kod, men inte för Entré",
  );
  expect(truthWords(line({ state: "elsewhere" }), "door", { ...LONG, door: "Soprum" })).toBe(
    "Koden, men inte för Soprum",
  );
  expect(truthWords(line({ state: "elsewhere" }), "door", LONG)).toBe("Koden, men inte för dörren");
});

test("a code that is valid, but not here, is the person's, and is valid no longer once that has changed", () => {
  const reasons = [{ code: "no_assignment" }];
  const now = { end_user_id: "x", changed_at: null, fixes: [{ id: "give_door" }], reasons } as never;
  expect(causeSentence("no_assignment", now, "door", ANNA)).toBe("Annas kod är giltig, men den gäller inte Soprum.");
  const since = { end_user_id: "x", changed_at: SINCE, fixes: [{ id: "give_door" }], reasons } as never;
  expect(causeSentence("no_assignment", since, "door", ANNA)).toBe("Annas kod var giltig, men den gällde inte Soprum.");
  const expired = {
    end_user_id: "x",
    changed_at: null,
    fixes: [{ id: "extend" }, { id: "give_door" }],
    reasons,
  } as never;
  expect(causeSentence("no_assignment", expired, "door", ANNA)).toContain("var giltig");
});

test.each(["expired", "not_yet_valid", "disabled"])(
  "a code that was %s is not called valid at a door that it is not for",
  (code) => {
    const reasons = [{ code }, { code: "no_assignment" }];
    const both = { end_user_id: "x", changed_at: null, fixes: [{ id: "give_door" }], reasons } as never;
    expect(causeSentence("no_assignment", both, "door", ANNA)).toBe("Koden gällde inte Soprum.");
    expect(causeSentence("no_assignment", both, "door", { ...ANNA, who: null })).toBe("Koden gällde inte Soprum.");
  },
);

test.each(["door", "gate"] as const)(`every line of a %s has at most ${TRUTH_SIGNS} signs`, (source) => {
  const lines = EVERY_NAME.flatMap((names) => EVERY_LINE.map((line) => truthWords(line, source, names)));
  expect([...new Set(lines)].filter((line) => line.length > TRUTH_SIGNS)).toEqual([]);
});
