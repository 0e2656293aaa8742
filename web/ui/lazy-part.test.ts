// React.lazy keeps a failure for ever and throws it at the page; after a deploy every chunk of an open page fails. One helper
// stands in its place.
import { expect, test } from "vitest";
import { lateCode } from "../lib/late-code.ts";

const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.{ts,tsx}"], {
  query: "?raw",
  import: "default",
  eager: true,
});

test("no part of the page is fetched by React's own lazy", () => {
  const found = Object.entries(sources).filter(([, text]) => /import \{[^}]*\blazy\b[^}]*\} from "react"/.test(text));
  expect(Object.keys(sources).length).toBeGreaterThan(200);
  expect(found.map(([file]) => file)).toEqual([]);
});

test("code that could not be fetched is asked for anew, and once it is here never again", async () => {
  const answers = [() => Promise.reject(new Error("gone")), () => Promise.resolve("part")];
  let asked = 0;
  const code = lateCode(() => (answers[asked++] ?? (() => Promise.reject(new Error("asked too often"))))());
  code.prefetch();
  await expect(Promise.resolve()).resolves.toBeUndefined();
  expect(code.now()).toBeNull();
  await expect(code.fetch()).resolves.toBe("part");
  await expect(code.fetch()).resolves.toBe("part");
  expect(code.now()).toBe("part");
  expect(asked).toBe(2);
});
