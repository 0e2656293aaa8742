import { expect, test } from "vitest";
import { afterTest, endTest } from "./after-test.ts";

test("each end of a test is reached although a later one fails, which is told, and none runs twice", async () => {
  const reached: string[] = [];
  afterTest(() => void reached.push("first"));
  afterTest(async () => {
    throw new Error("no answer");
  });
  afterTest(() => void reached.push("last"));
  await expect(endTest()).rejects.toThrow("no answer");
  expect(reached).toEqual(["last", "first"]);
  await endTest();
  expect(reached).toHaveLength(2);
});
