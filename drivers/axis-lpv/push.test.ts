import { expect, test } from "vitest";
import { NonsenseReplyError } from "../errors.ts";
import { readLpvPush } from "./push.ts";

const EVENT = {
  plateText: "MLB84A",
  carID: "17",
  carState: "new",
  capture_timestamp: "1795000000123",
  datetime: "20261119 01:46:40000",
  plateConfidence: "0.97",
};
const READ = { plateText: "MLB84A", carId: "17", isGone: false, capturedAt: new Date(1_795_000_000_123) };
const read = (body: string, contentType = "application/json", isWhole = true) =>
  readLpvPush({ contentType, head: Buffer.from(body), isWhole });
const json = (changes: object = {}) => JSON.stringify({ ...EVENT, ...changes });
const parts = (...bodies: [name: string, body: string][]) =>
  `${bodies.map(([name, body]) => `--b0\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: x/y\r\n\r\n${body}\r\n`).join("")}--b0--\r\n`;
const MULTIPART = 'multipart/form-data; boundary="b0"';

test("numbers are read as texts and as numbers, and unknown fields are dropped", () => {
  expect(read(json())).toEqual(READ);
  expect(read(json({ carID: 17, capture_timestamp: 1_795_000_000_123, more: { a: [1] } }))).toEqual(READ);
  expect(read(json({ carState: "lost" }))).toMatchObject({ isGone: true });
});

test("of a multipart body only the event is read, wherever it stands, even if an image is cut", () => {
  expect(read(parts(["event", json()], ["image", "\u0000ÿ"]), MULTIPART)).toEqual(READ);
  expect(read(parts(["image", '{"plateText":"XXX"}'], ["event", json()]), MULTIPART)).toEqual(READ);
  expect(read(parts(["event", json()], ["image", "…"]).slice(0, -20), MULTIPART, false)).toEqual(READ);
  expect(read(parts(["event", json({ plateText: "ÅÄÖ 1" })]), MULTIPART)).toMatchObject({ plateText: "ÅÄÖ 1" });
});

test("a heartbeat is no event, whichever of its sections are chosen in the camera", () => {
  expect(read(JSON.stringify({ system: { timestamp: "2026-11-24T10:00:00Z" } }))).toBe("heartbeat");
  expect(read(JSON.stringify({ identify: {}, ALPV: { numberOfReads: "51" } }))).toBe("heartbeat");
  expect(() => read("{}")).toThrow(NonsenseReplyError);
});

test.each([
  ["no JSON", "<event/>", "application/json"],
  ["a list", "[]", "application/json"],
  ["another state", json({ carState: "parked" }), "application/json"],
  ["no time", json({ capture_timestamp: undefined }), "application/json"],
  ["a time before such cameras", json({ capture_timestamp: "1" }), "application/json"],
  ["an endless plate", json({ plateText: "A".repeat(65) }), "application/json"],
  ["a multipart body without boundary", parts(["event", json()]), "multipart/form-data"],
  ["a multipart body without event", parts(["image", json()]), MULTIPART],
  ["an event that is cut", parts(["event", json()]).slice(0, 120), MULTIPART],
])("%s is no event", (_what, body, type) => {
  expect(() => read(body, type)).toThrow(NonsenseReplyError);
});

test("JSON that was longer than what is kept is no event", () => {
  expect(() => read(json(), "application/json", false)).toThrow(NonsenseReplyError);
});
