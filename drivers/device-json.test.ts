import { inspect } from "node:util";
import { expect, test } from "vitest";
import { parseDeviceJson } from "./device-json.ts";

test.each(['{"PIN":"483920"', '"483920', "483920x"])(
  "an answer that is not JSON leaves no PIN in the error: %s",
  (text) => {
    let error: unknown;
    try {
      parseDeviceJson(text);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code: "nonsense_reply" });
    expect(inspect(error, { depth: 9 })).not.toContain("483920");
  },
);

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

test("nesting is followed to 32 levels and no further", () => {
  expect(parseDeviceJson(nested(32))).toBeInstanceOf(Array);
  expect(() => parseDeviceJson(nested(40))).toThrow("nested too deep");
  expect(() => parseDeviceJson(nested(200_000))).toThrow("nested too deep");
});

test("an answer has no more values than devices write into so many characters, since each costs memory", () => {
  expect(() => parseDeviceJson(`[${"[],".repeat(300_000)}0]`)).toThrow("too many values");
  // Values of a long text are not even created.
  expect(() => parseDeviceJson(`[${"[],".repeat(400_000)}`)).toThrow("too many values");
  expect(parseDeviceJson(`[${"0,".repeat(10_000)}0]`)).toHaveLength(10_001);
  const user = {
    token: "wp-u-1",
    Name: "Exempelsson, Alva",
    Attribute: [{ type: "string", Name: "FirstName", Value: "Alva" }],
  };
  expect(parseDeviceJson(JSON.stringify(Array.from({ length: 5_000 }, () => user)))).toHaveLength(5_000);
});
