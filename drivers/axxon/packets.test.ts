import { expect, test } from "vitest";
import type { DeviceReply } from "../exchange.ts";
import { readDone, readPackets } from "./packets.ts";
import { wireChanged, wirePlatePacket } from "./wire.ts";

const reply = (contentType: string, text: string, status = 200): DeviceReply => ({
  status,
  text,
  contentType,
  challenges: [],
  retryAfterMs: null,
});
const events = (...texts: string[]) =>
  reply("text/event-stream; charset=utf-8", texts.map((one) => `data: ${one}\n\n`).join(""));
const item = (id: string, status?: string | number) =>
  JSON.stringify({ ...(status !== undefined && { status }), item: { id, type: "DT_Plate", data_string: "MLB84A" } });
const codeOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
};
const ids = (from: DeviceReply) => codeOf(() => readPackets(from, wirePlatePacket)?.map((packet) => packet.item?.id));

test("one object is left to the reader of older servers", () => {
  expect(readPackets(reply("application/json", '{"items":[]}'), wirePlatePacket)).toBeNull();
});

test("server-sent events and parts give their packets in order", () => {
  expect(ids(events(item("a", "EPS_SEQUENTIAL"), item("b", "EPS_LAST")))).toEqual(["a", "b"]);
  expect(ids(events(item("a"), item("b", 1)))).toEqual(["a", "b"]);
  const parts = [item("a"), item("b", "EPS_LAST")].map(
    (text) => `--ngpboundary\r\nContent-Type: application/json\r\n\r\n${text}\r\n`,
  );
  for (const boundary of ["ngpboundary", '"ngpboundary"'])
    expect(ids(reply(`multipart/related; boundary=${boundary}`, `${parts.join("")}--ngpboundary--\r\n`))).toEqual([
      "a",
      "b",
    ]);
});

test("a text over several lines of one event is one packet, and comments and other fields are no packets", () => {
  const text = `: ping\n\nid: 1\ndata: {"status":"EPS_LAST",\ndata: "item":{"id":"a"}}\n\n`;
  expect(ids(reply("text/event-stream", text))).toEqual(["a"]);
});

test("an empty stream is an empty list", () => {
  expect(ids(events())).toEqual([]);
  expect(ids(events('{"status":"EPS_LAST"}'))).toEqual([undefined]);
});

test("a stream that was cut is read again; one of an unknown form is no plate list", () => {
  expect(ids(events(item("a")))).toBe("nonsense_reply");
  expect(ids(events('{"status":"EPS_LA'))).toBe("no_plate_lists");
  expect(ids(events("<html>"))).toBe("no_plate_lists");
  expect(ids(events('{"status":"EPS_LAST","item":{"id":7}}'))).toBe("no_plate_lists");
  expect(ids(reply("multipart/related", "--x"))).toBe("no_plate_lists");
});

test("a refusal with a stream's type is a refusal", () => {
  expect(ids(reply("text/event-stream", "", 401))).toBe("auth_failed");
});

test("a change is done with an empty object or an empty stream", () => {
  expect(codeOf(() => readDone(reply("application/json", "{}"), wireChanged))).toBeUndefined();
  expect(codeOf(() => readDone(events(), wireChanged))).toBeUndefined();
  expect(codeOf(() => readDone(reply("application/json", "[]"), wireChanged))).toBe("nonsense_reply");
});
