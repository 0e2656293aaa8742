// Tests that counts, dates, weeks and plates are written by one formatter each, wherever they are shown.
import { expect, test } from "vitest";

const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.{ts,tsx}"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Each shape is written once, in the file named; elsewhere its formatter is called. */
const SHAPES: Record<string, { shape: RegExp; home?: RegExp }> = {
  "formatMinute and formatMoment cut a date": { shape: /formatExact\([^\n]*\)\.slice\(/ },
  "formatMoment chooses between the time of today and a day": {
    shape: /formatDay\(([\w.]+)\) === formatDay\([^\n]*\? formatClock\(\1\) : format(?:Exact|Minute)/,
    home: /\/lib\/dates\.ts$/,
  },
  "a moment's words come from formatMoment or formatNamedMoment": {
    shape: /`i (?:dag|går) \$\{|toDateString\(\)|\$\{format(?:Day|ShortDay|LongDay)\([^)]*\)\} \$\{formatClock/,
    home: /\/(?:lib\/dates|words\.sv)\.ts$/,
  },
  "a date is formatted in dates.ts": {
    shape:
      /DateTimeFormat\(|toLocale(?:Date|Time)?String\(|from "date-fns\/(?:format|locale)|\bformat\([^)]*, "[^"]*yyyy/,
    home: /\/lib\/dates\.ts$/,
  },
  "words.weekOf names a week": { shape: /`v\.\$\{/, home: /words\.sv\.ts$/ },
  "plateName names a reading": { shape: /plate_number(?:\.trim\(\))? \|\| / },
  "counted has the forms of a figure": { shape: /=> `\$\{\w+\} \$\{\w+ === 1 \? \w+ : \w+\}`/ },
};

// Covers: page.13
test.each(Object.entries(SHAPES))("%s, and nothing else does", (_name, { shape, home }) => {
  const found = Object.entries(sources).filter(([file, text]) => !home?.test(file) && shape.test(text));
  expect(found.map(([file]) => file)).toEqual([]);
  expect(Object.keys(sources).length).toBeGreaterThan(700);
  if (home) expect(Object.entries(sources).some(([file, text]) => home.test(file) && shape.test(text))).toBe(true);
});

/** Pages of organisations and of both roles; only the pages of system admins write 2026-11-21 (docs/wording.md). */
const SHARED = /\/(?:ui|lib\/people|features\/(?:auth|doors|gates|overview|passages|people|who))\//;
/** Uses that are no date shown on a page: comparisons, file names, values of fields, and exact times of records. */
const NO_DATE_OF_A_PAGE = /[!=]==|fileName|import |^\s*(?:\/\/|\*|\/\*)/;
const ISO_DAYS = new Map([
  ["ui/filters/period-panel.tsx", "the value of a date field"],
  ["ui/logs/log-time.tsx", "a log's column, beside the clock"],
  ["features/people/components/people-columns.tsx", "the specified column of the system's list"],
  ["features/auth/sign-in/first-restore.tsx", "a time for the installation's own administrator"],
  ["features/people/export-people.ts", "a file for Excel"],
  ["features/who/export-who.ts", "a file for Excel"],
]);

test("a page that organisations see names the month of a day", () => {
  const iso = Object.entries(sources).flatMap(([file, text]) =>
    SHARED.test(file) &&
    text.split("\n").some((line) => /\bformat(?:Day|Minute)\(/.test(line) && !NO_DATE_OF_A_PAGE.test(line))
      ? [file.replace(/^\.\.\//, "")]
      : [],
  );
  expect(iso.toSorted()).toEqual([...ISO_DAYS.keys()].toSorted());
});
