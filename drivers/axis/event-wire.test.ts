import { expect, test } from "vitest";
import { parseEvents } from "./event-wire.ts";

const row = (...entries: [string, unknown][]) => ({
  rowid: 7,
  token: "event-7",
  UtcTime: "2026-11-24T06:30:00Z",
  KeyValues: entries.map(([Key, Value]) => ({ Key, Value, Tags: [] })),
});
const DENIED: [string, string][] = [
  ["topic0", "AccessControl"],
  ["topic1", "Denied"],
  ["topic2", "CredentialNotFound"],
  ["AccessPointToken", "point-1"],
];

// Covers: device.13
test.each([
  ["the PIN itself", ["PIN", "483920"]],
  ["data of the card or the PIN", ["IdData", "PIN=483920"]],
  ["a card's number", ["CardNr", "48392010"]],
  ["digits where a word belongs", ["Reason", "483920"]],
  ["digits where a state belongs", ["State", "4839"]],
  ["a name of tomorrow", ["TypedCode", "483920"]],
] as [string, [string, unknown]][])("%s does not get past the parser", (_what, typed) => {
  const page = parseEvents({ Event: [row(...DENIED, typed)] });
  expect(page?.rows).toHaveLength(1);
  const [{ topic, values } = { topic: "", values: new Map<string, string>() }] = page?.rows ?? [];
  expect(topic).toBe("AccessControl/Denied/CredentialNotFound");
  expect(values.get("AccessPointToken")).toBe("point-1");
  expect(JSON.stringify([...values])).not.toContain("4839");
});

test.each([
  ["without a token", { token: undefined }],
  ["with an empty token", { token: "" }],
  ["with a token that no device makes", { token: "event-7\u0000" }],
  ["with 5,000 keys", { KeyValues: Array.from({ length: 5_000 }, (_, n) => ({ Key: `topic${n}`, Value: "Door" })) }],
  ["whose time is none", { UtcTime: "2026-13-45T99:00:00Z" }],
  ["whose row is before the first", { rowid: 0 }],
])("a row %s is counted as unreadable, and does not stop those beside it", (_what, change) => {
  const page = parseEvents({
    Event: [
      { ...row(...DENIED), ...change },
      { ...row(...DENIED), rowid: 8, token: "event-8" },
    ],
  });
  expect(page?.rows.map(({ token }) => token)).toEqual(["event-8"]);
  expect(page?.unreadable).toBe(1);
});

test("the time of a row is the device's own, whatever it says: the portal corrects it by the measured skew", () => {
  const page = parseEvents({ Event: [{ ...row(...DENIED), UtcTime: "2099-01-01T00:00:00Z" }] });
  expect(page?.rows[0]?.at.toISOString()).toBe("2099-01-01T00:00:00.000Z");
});
