import { describe, expect, it } from "vitest";
import { clientFrame, textFrames } from "./raw-websocket.ts";

const frame = (kind: number, length: number) => {
  const body = Buffer.alloc(length, "a");
  const head =
    length < 126
      ? Buffer.from([0x80 | kind, length])
      : length < 65_536
        ? Buffer.from([0x80 | kind, 126, length >> 8, length & 255])
        : Buffer.from([0x80 | kind, 127, 0, 0, 0, 0, 0, length >> 16, (length >> 8) & 255, length & 255]);
  return Buffer.concat([head, body]);
};

describe("a server's frames", () => {
  it.each([0, 125, 126, 65_535, 65_536])("a message of %d bytes is found, however it is cut", (length) => {
    const bytes = Buffer.concat([frame(1, length), frame(1, 3)]);
    const whole = textFrames(bytes);
    expect(whole.payloads.map((payload) => payload.length)).toEqual([length, 3]);
    expect(whole.rest.length).toBe(0);
    const half = textFrames(bytes.subarray(0, bytes.length - 4));
    expect(half.payloads.map((payload) => payload.length)).toEqual([length]);
    expect(textFrames(Buffer.concat([half.rest, bytes.subarray(bytes.length - 4)])).payloads).toHaveLength(1);
  });

  it("a ping between two messages is none", () => {
    expect(
      textFrames(Buffer.concat([frame(1, 5), frame(9, 4), frame(1, 6)])).payloads.map((one) => one.length),
    ).toEqual([5, 6]);
  });

  it("a client's own frame reads back", () => {
    const text = `["1","1","realtime:passages","phx_join",{"token":"${"x".repeat(400)}"}]`;
    const sent = clientFrame(text);
    expect(sent.subarray(8).toString()).toBe(text);
    expect(sent.readUInt16BE(2)).toBe(text.length);
  });
});
