// Tests that counts, dates, weeks and plates are written by one formatter each, wherever they are shown.
import { expect, test } from "vitest";

const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.{ts,tsx}", "!../routes/kit/**"], {
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
  "words.weekOf names a week": { shape: /`v\.\$\{/, home: /words\.sv\.ts$/ },
  "plateName names a reading": { shape: /plate_number(?:\.trim\(\))? \|\| / },
  "counted has the forms of a figure": { shape: /=> `\$\{\w+\} \$\{\w+ === 1 \? \w+ : \w+\}`/ },
};

test.each(Object.entries(SHAPES))("%s, and nothing else does", (_name, { shape, home }) => {
  const found = Object.entries(sources).filter(([file, text]) => !home?.test(file) && shape.test(text));
  expect(found.map(([file]) => file)).toEqual([]);
  expect(Object.keys(sources).length).toBeGreaterThan(700);
  if (home) expect(Object.entries(sources).some(([file, text]) => home.test(file) && shape.test(text))).toBe(true);
});
