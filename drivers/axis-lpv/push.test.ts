import { expect, test } from "vitest";
import { seededRandom } from "#simulators/network/random.ts";
import { NonsenseReplyError } from "../errors.ts";
import { lpvPushReader } from "./push.ts";

const EVENT = {
  plateText: "MLB84A",
  carID: "17",
  carState: "new",
  capture_timestamp: "1795000000123",
  datetime: "20261119 01:46:40000",
  plateConfidence: "0.97",
};
const READ = { plateText: "MLB84A", carId: "17", isGone: false, capturedAt: new Date(1_795_000_000_123) };
const inChunks = (body: Buffer, size: number, contentType: string) => {
  const reader = lpvPushReader(contentType);
  for (let at = 0; at < body.length; at += size) reader.add(body.subarray(at, at + size));
  return reader.end();
};
const read = (body: string, contentType = "application/json") => inChunks(Buffer.from(body), 65_536, contentType);
const json = (changes: object = {}) => JSON.stringify({ ...EVENT, ...changes });
const parts = (...bodies: [name: string, body: string][]) =>
  `${bodies.map(([name, body]) => `--b0\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: x/y\r\n\r\n${body}\r\n`).join("")}--b0--\r\n`;
const MULTIPART = 'multipart/form-data; boundary="b0"';

test("a plate of digits alone may be sent as a number", () => {
  expect(read(json({ plateText: 123456 }))).toMatchObject({ plateText: "123456" });
});

test("numbers are read as texts and as numbers, and unknown fields are dropped", () => {
  expect(read(json())).toEqual(READ);
  expect(read(json({ carID: 17, capture_timestamp: 1_795_000_000_123, more: { a: [1] } }))).toEqual(READ);
  expect(read(json({ carState: "lost" }))).toMatchObject({ isGone: true });
});

test("only the event of a multipart body is read, wherever it stands, even if an image is cut", () => {
  expect(read(parts(["event", json()], ["image", "\u0000ÿ"]), MULTIPART)).toEqual(READ);
  expect(read(parts(["image", '{"plateText":"XXX"}'], ["event", json()]), MULTIPART)).toEqual(READ);
  expect(read(parts(["event", json()], ["image", "…"]).slice(0, -20), MULTIPART)).toEqual(READ);
  expect(read(parts(["event", json({ plateText: "ÅÄÖ 1" })]), MULTIPART)).toMatchObject({ plateText: "ÅÄÖ 1" });
});

test.each([
  ["1970", "240000"],
  ["no time at all", 0],
  ["microseconds", "1795000000123000"],
])("a camera whose clock says %s is read", (_what, capture_timestamp) => {
  expect(read(json({ capture_timestamp }))).toMatchObject({ capturedAt: new Date(Number(capture_timestamp)) });
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
  ["a time that is none", json({ capture_timestamp: "nyss" }), "application/json"],
  ["an empty time", json({ capture_timestamp: "" }), "application/json"],
  ["an endless plate", json({ plateText: "A".repeat(65) }), "application/json"],
  ["a multipart body without event", parts(["image", json()]), MULTIPART],
  ["an event that is cut", parts(["event", json()]).slice(0, 120), MULTIPART],
])("%s is no event", (_what, body, type) => {
  expect(() => read(body, type)).toThrow(NonsenseReplyError);
});

test.each(["", "JSON", "multipart/form-data", MULTIPART, "multipart/form-data; boundary=other"])(
  "the body says which form it has, not the content type %s",
  (contentType) => {
    expect(read(json(), contentType)).toEqual(READ);
    expect(read(`\uFEFF ${json()}`, contentType)).toEqual(READ);
    expect(read(parts(["image", "x"], ["event", json()]), contentType)).toEqual(READ);
    expect(read(parts(["event", json()], ["image", "x"]).replaceAll("\r\n", "\n"), contentType)).toEqual(READ);
  },
);

test("text before the first part is passed over", () => {
  expect(read(`An event in parts\r\n${parts(["event", json()])}`, MULTIPART)).toEqual(READ);
});

const IMAGE = Buffer.from(Array.from({ length: 9_000 }, (_, at) => at % 251)).toString("base64");
const LARGE = [
  json({ image: IMAGE, ImageArray: [{ image: IMAGE, name: 'a "quoted" } name' }, [[]]], note: `\\"${IMAGE}\\` }),
  JSON.stringify({ image: IMAGE, nested: { plateText: "XXX", deeper: [{ carID: "1" }] }, ...EVENT }),
  json({ image: IMAGE.replaceAll("A", "/") }).replaceAll("/", "\\/"),
  parts(["image", `${IMAGE}--b0\r\n`], ["event", json({ image: IMAGE })]),
];

test.each([1, 2, 7, 100, 65_536])("images within it are dropped, however it is cut: %i bytes at a time", (size) => {
  for (const body of LARGE) expect(inChunks(Buffer.from(body), size, MULTIPART)).toEqual(READ);
});

test("random bytes of images before and after the event hide nothing", () => {
  const random = seededRandom(7);
  const below = (most: number) => Math.floor(random() * most);
  for (let trial = 0; trial < 300; trial += 1) {
    const bytes = Buffer.from(Array.from({ length: below(600) }, () => below(256)));
    const body = [
      Buffer.from(parts(["image", ""]).slice(0, -10)),
      bytes,
      Buffer.from(`\r\n${parts(["event", json()])}`),
    ];
    expect(inChunks(Buffer.concat(body), 1 + below(90), MULTIPART)).toEqual(READ);
  }
});

test("members without end are no event", () => {
  const many = Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`member${at}`, at]));
  expect(() => read(JSON.stringify({ ...many, ...EVENT }))).toThrow(NonsenseReplyError);
});
