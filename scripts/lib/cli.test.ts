import { expect, test } from "vitest";
import { parseCli } from "./cli.ts";
import { UserError } from "./stopping.ts";

const cli = {
  usage: "npm run paint -- DOOR",
  options: {
    colour: { type: "string", default: "red", help: "what it gets" },
    coats: { type: "integer", default: 2, min: 1, help: "how many" },
    hours: { type: "number" },
    wet: { type: "boolean", help: "leaves it" },
  },
  words: 1,
} as const;

test("options have their types and defaults", () => {
  expect(parseCli(cli, ["front"])).toEqual({
    values: { colour: "red", coats: 2, hours: undefined, wet: false },
    words: ["front"],
  });
  expect(parseCli(cli, ["--coats", "3", "--hours=0.5", "--wet", "--colour", "blue"])).toEqual({
    values: { colour: "blue", coats: 3, hours: 0.5, wet: true },
    words: [],
  });
});

test.each([
  [["--color", "blue"], "Unknown option '--color'"],
  [["--coats", "many"], "--coats takes a whole number of at least 1, not 'many'."],
  [["--coats", "1.5"], "--coats takes a whole number of at least 1, not '1.5'."],
  [["--coats", "0"], "--coats takes a whole number of at least 1, not '0'."],
  [["--hours", ""], "--hours takes a number of at least 0, not ''."],
  [["--colour"], "argument missing"],
  [["front", "back"], "Unexpected argument 'back'."],
])("%j is refused by name, with the usage", (args, said) => {
  expect(() => parseCli(cli, args)).toThrow(UserError);
  expect(() => parseCli(cli, args)).toThrow(said);
  expect(() => parseCli(cli, args)).toThrow(
    "npm run paint -- DOOR\n\n  --colour TEXT        what it gets (default red)",
  );
});

test("--help is told apart from arguments", () => {
  expect(parseCli(cli, ["front", "--help"])).toBeNull();
});
