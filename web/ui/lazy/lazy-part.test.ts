// Tests lazy parts. React.lazy would keep a failure for ever and throw it at the page; after a deploy every chunk of an open page fails.
import { beforeEach, expect, test, vi } from "vitest";
import { paced } from "#tests/support/pace.ts";
import { lazyChunk } from "#web/lib/chunks/lazy-chunk.ts";

const sources = import.meta.glob<string>(["../../**/*.{ts,tsx}", "!../../**/*.test.{ts,tsx}"], {
  query: "?raw",
  import: "default",
  eager: true,
});

// Covers: files.6
test("no part of the page is fetched by React's own lazy", () => {
  const found = Object.entries(sources).filter(([, text]) => /import \{[^}]*\blazy\b[^}]*\} from "react"/.test(text));
  expect(Object.keys(sources).length).toBeGreaterThan(200);
  expect(found.map(([file]) => file)).toEqual([]);
});

/** Answers in turn; a further call fails. */
function inTurn<Answer>(...answers: (() => Promise<Answer>)[]) {
  return vi.fn<(address?: string) => Promise<Answer>>(
    () => answers.shift()?.() ?? Promise.reject(new Error("asked too often")),
  );
}
const gone = () => Promise.reject<{ part: string }>(new Error("gone"));
const here = () => Promise.resolve({ part: "part" });
const FILE = "https://portal.example.se/assets/part-abc.js";
const neverAgain = () =>
  Promise.reject<{ part: string }>(new TypeError(`Failed to fetch dynamically imported module: ${FILE}`));

beforeEach(() => vi.stubGlobal("location", { origin: "https://portal.example.se" }));

test("code that could not be fetched is asked for anew, and once it is here never again", async () => {
  const load = inTurn(gone, here);
  const code = lazyChunk(load, (module) => module.part);
  code.prefetch();
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce(), paced(30_000));
  expect(code.now()).toBeNull();
  await expect(code.fetch()).resolves.toBe("part");
  await expect(code.fetch()).resolves.toBe("part");
  expect(code.now()).toBe("part");
  expect(load).toHaveBeenCalledTimes(2);
});

// Covers: files.6
test("a file that the browser does not fetch again is asked for under other addresses", async () => {
  const importAt = inTurn(gone, here);
  const code = lazyChunk(neverAgain, (module) => module.part, importAt);
  code.prefetch();
  await new Promise(setImmediate);
  expect(importAt).not.toHaveBeenCalled();
  await expect(code.fetch()).rejects.toThrow("gone");
  await expect(code.fetch()).resolves.toBe("part");
  await expect(code.fetch()).resolves.toBe("part");
  expect(importAt.mock.calls).toEqual([[`${FILE}?again=1`], [`${FILE}?again=2`]]);
});

test("two simultaneous requests share one address and one instance", async () => {
  const importAt = inTurn(here, here);
  const code = lazyChunk(neverAgain, (module) => module.part, importAt);
  await expect(code.fetch()).rejects.toThrow(FILE);
  expect(importAt).not.toHaveBeenCalled();
  await Promise.all([code.fetch(), code.fetch()]);
  expect(importAt.mock.calls).toEqual([[`${FILE}?again=1`], [`${FILE}?again=1`]]);
});

test("a request that failed with an earlier one's is made once more, at an address of its own", async () => {
  const importAt = inTurn(gone, gone, here);
  const code = lazyChunk(neverAgain, (module) => module.part, importAt);
  await expect(code.fetch()).rejects.toThrow(FILE);
  code.prefetch();
  await expect(code.fetch()).resolves.toBe("part");
  expect(importAt.mock.calls).toEqual([[`${FILE}?again=1`], [`${FILE}?again=1`], [`${FILE}?again=2`]]);
});

test("a file that does not hold the part under its own name is a failure, not an empty place", async () => {
  const code = lazyChunk<{ part?: string }, string | undefined>(
    neverAgain,
    (module) => module.part,
    () => Promise.resolve({}),
  );
  await code.fetch().catch(() => undefined);
  await expect(code.fetch()).rejects.toThrow(FILE);
  expect(code.now()).toBeNull();
});
