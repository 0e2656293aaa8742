// Checks that the page asks for a step-up wherever DOOR_STEP_UP may require one, instead of showing the refusal.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** An action of a function file: its name, and its body up to the next one. */
const ACTION = /^ {4}(\w+): action\(contract\.\w+,((?:(?!^ {4}\w+: action)[\s\S])*)/gm;

/** Names the actions that requireDoorStepUp guards, as the page calls them: `doorControl.OPEN`. */
const guarded = globSync("server/**/*.function.ts").flatMap((file) => {
  const text = readFileSync(file, "utf8");
  const contract = /import \{ (\w+) as contract\b/.exec(text)?.[1] ?? "";
  return [...text.matchAll(ACTION)]
    .filter(([, , body = ""]) => body.includes("requireDoorStepUp("))
    .map(([, name = ""]) => `${contract}.${name}`);
});

const page = globSync("web/**/*.{ts,tsx}", { exclude: ["**/*.test.*"] }).map((file) => readFileSync(file, "utf8"));

test("every act that DOOR_STEP_UP guards asks for the step-up on the page", () => {
  expect(guarded).toEqual(expect.arrayContaining(["doorControl.OPEN", "doorControl.HOLD", "axxonProxy.TEST_MACRO"]));
  const unasked = guarded.filter((name) =>
    page.some((text) => {
      const calls = text.split(`callAction(${name},`).slice(0, -1);
      return calls.some((before) => !/withStepUp\("\w+", \(\) =>\s*$/.test(before));
    }),
  );
  expect(unasked).toEqual([]);
});
