// Answers of the /grpc bridge: one object, or a stream of objects as server-sent events or in parts.
import type { z } from "zod";
import { parseDeviceJson } from "../device-json.ts";
import { NonsenseReplyError, NoPlateListsError } from "../errors.ts";
import type { DeviceReply } from "../exchange.ts";
import { readJson, refusalOf } from "./replies.ts";
import { wirePacket } from "./wire.ts";

const LAST = ["EPS_LAST", 1];

/** Null for an answer of one object, which older servers give. @throws DeviceError; NoPlateListsError for a stream that cannot be read */
export function readPackets<Packet extends z.ZodType>(reply: DeviceReply, packet: Packet): z.infer<Packet>[] | null {
  // Fault point: axxon-streamed-plates.
  const texts = streamedTexts(reply);
  if (texts === null) return null;
  const refusal = refusalOf(reply);
  if (refusal) throw refusal;
  const objects = texts.map((text) => {
    try {
      return parseDeviceJson(text);
    } catch (cause) {
      throw new NoPlateListsError({ cause });
    }
  });
  // Without its last packet a list would show plates as gone. An empty stream has none.
  // Fault point: axxon-broken-stream.
  if (objects.length > 0 && !LAST.includes(wirePacket.safeParse(objects.at(-1)).data?.status ?? ""))
    throw new NonsenseReplyError("a stream without its end");
  const parsed = packet.array().safeParse(objects);
  if (parsed.success) return parsed.data;
  throw new NoPlateListsError({ cause: parsed.error });
}

/** A change: success is an empty object or an empty stream. @throws DeviceError */
export function readDone<Schema extends z.ZodType>(reply: DeviceReply, schema: Schema): void {
  if (readPackets(reply, schema) === null) readJson(reply, schema);
}

function streamedTexts({ contentType, text }: DeviceReply): string[] | null {
  if (contentType.startsWith("text/event-stream"))
    return text.split(/\r?\n\r?\n/).flatMap((event) => {
      const data = event.split(/\r?\n/).flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? []);
      return data.length === 0 ? [] : [data.join("\n")];
    });
  if (!contentType.startsWith("multipart/")) return null;
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) throw new NoPlateListsError();
  return text
    .split(`--${boundary}`)
    .slice(1)
    .filter((part) => !part.startsWith("--"))
    .map((part) => part.replace(/^[\s\S]*?\r?\n\r?\n/, "").trim());
}
