import { expect, test } from "vitest";
import { countTurns } from "../count-turns.ts";
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
const codeOf = async (run: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await run();
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
};
const ids = (from: DeviceReply) =>
  codeOf(async () => (await readPackets(from, wirePlatePacket))?.map((packet) => packet.item?.id));

test("one object is left to the reader of older servers", async () => {
  expect(await readPackets(reply("application/json", '{"items":[]}'), wirePlatePacket)).toBeNull();
});

test("server-sent events and parts give their packets in order", async () => {
  expect(await ids(events(item("a", "EPS_SEQUENTIAL"), item("b", "EPS_LAST")))).toEqual(["a", "b"]);
  expect(await ids(events(item("a"), item("b", 1)))).toEqual(["a", "b"]);
  const parts = [item("a"), item("b", "EPS_LAST")].map(
    (text) => `--ngpboundary\r\nContent-Type: application/json\r\n\r\n${text}\r\n`,
  );
  for (const boundary of ["ngpboundary", '"ngpboundary"'])
    expect(await ids(reply(`multipart/related; boundary=${boundary}`, `${parts.join("")}--ngpboundary--\r\n`))).toEqual(
      ["a", "b"],
    );
});

test("a text over several lines of one event is one packet, and comments and other fields are no packets", async () => {
  const text = `: ping\n\nid: 1\ndata: {"status":"EPS_LAST",\ndata: "item":{"id":"a"}}\n\n`;
  expect(await ids(reply("text/event-stream", text))).toEqual(["a"]);
});

test("an empty stream is an empty list", async () => {
  expect(await ids(events())).toEqual([]);
  expect(await ids(events('{"status":"EPS_LAST"}'))).toEqual([undefined]);
});

test("an item of an odd form hides none beside it", async () => {
  const odd = [
    '{"item":{"id":7}}',
    '{"item":{"data_string":"A"}}',
    '{"item":"x"}',
    '{"item":{"id":"b","data_string":{}}}',
  ];
  expect(await ids(events(...odd, item("a", "EPS_LAST")))).toEqual(["7", undefined, undefined, "b", "a"]);
});

test("a stream that was cut is read again; one of an unknown form is no plate list", async () => {
  expect(await ids(events(item("a")))).toBe("nonsense_reply");
  expect(await ids(events('{"status":"EPS_LA'))).toBe("no_plate_lists");
  expect(await ids(events("<html>"))).toBe("no_plate_lists");
  expect(await ids(events('{"status":{}}'))).toBe("no_plate_lists");
  expect(await ids(reply("multipart/related", "--x"))).toBe("no_plate_lists");
});

test("a refusal with a stream's type is a refusal", async () => {
  expect(await ids(reply("text/event-stream", "", 401))).toBe("auth_failed");
});

test("a change is done with an empty object or an empty stream", async () => {
  expect(await codeOf(() => readDone(reply("application/json", "{}"), wireChanged))).toBeUndefined();
  expect(await codeOf(() => readDone(events(), wireChanged))).toBeUndefined();
  expect(await codeOf(() => readDone(reply("application/json", "[]"), wireChanged))).toBe("nonsense_reply");
});

// A packet is a plate; a rogue server's long text must not cost many times its length.
test("a packet as long as hundreds of plates is no plate list, and is not taken apart", async () => {
  const long = "a\n".repeat(60_000);
  expect(await ids(reply("text/event-stream", `data: ${item("a", "EPS_LAST")}\n\n${long}`))).toBe("no_plate_lists");
  expect(await ids(reply("multipart/related; boundary=x", `--x\r\n\r\n${long}--x--`))).toBe("no_plate_lists");
});

test("a boundary is taken literally", async () => {
  const text = `--a.b(\r\n\r\n${item("a", "EPS_LAST")}\r\n--a.b(--\r\n`;
  expect(await ids(reply('multipart/related; boundary="a.b("', text))).toEqual(["a"]);
});

test("a long list is read with everybody else served in between, also where it holds nothing", async () => {
  const list = Array.from({ length: 5_000 }, (_, n) => item(String(n), n === 4_999 ? "EPS_LAST" : "EPS_SEQUENTIAL"));
  for (const long of [events(...list), reply("text/event-stream", ": ping\n\n".repeat(5_000))]) {
    const { turns } = await countTurns(() => readPackets(long, wirePlatePacket));
    expect(turns).toBeGreaterThan(20);
  }
});
