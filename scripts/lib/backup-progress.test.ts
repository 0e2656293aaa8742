import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { progressLine, sizeText } from "./backup-progress.ts";

const said: string[] = [];
const { isTTY } = process.stderr;
let now = 60_000;
beforeEach(() => {
  said.length = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
  onTerminal(isTTY);
});

const onTerminal = (is: boolean) =>
  Object.defineProperty(process.stderr, "isTTY", { value: is, configurable: true, writable: true });

test("on a terminal one line changes, at most five times a second, and is gone at the end", () => {
  onTerminal(true);
  const line = progressLine();
  line.show("1 %");
  line.show("2 %");
  now += 200;
  line.show("3 %");
  line.end();
  expect(said).toEqual(["\r\x1b[2K1 %", "\r\x1b[2K3 %", "\r\x1b[2K"]);
});

// Covers: running.2
test("in a log a line stands now and then", () => {
  onTerminal(false);
  const line = progressLine();
  line.show("1 %");
  now += 4_999;
  line.show("2 %");
  now += 1;
  line.show("3 %");
  line.end();
  expect(said).toEqual(["1 %\n", "3 %\n"]);
});

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_500, "1.5 kB"],
  [64_000_000, "64.0 MB"],
  [2e15, "2000.0 TB"],
])("%d bytes are %s", (bytes, text) => expect(sizeText(bytes)).toBe(text));
