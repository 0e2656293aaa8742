// Answers GET /archive/media/{SERVER}/DeviceIpint.N/SourceEndpoint.video:0:0/{YYYYMMDDTHHMMSS.mmm}?threshold=&w=&h=.
import { readFileSync } from "node:fs";
import { type DeviceCall, type DeviceReply, htmlReply } from "../network/device-call.ts";
import type { AxxonState } from "./state.ts";

const PATH = /^\/archive\/media\/([^/]+\/[^/]+\/[^/]+)\/([^/]+)$/;
const TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(?:\.(\d{1,6}))?$/;
const HUGE_BYTES = 100 * 1024 * 1024;

let image: Buffer | undefined;
/** A drawing of no real place. */
const frame = () => (image ??= readFileSync(new URL("frame.jpg", import.meta.url)));

/** Returns the only camera of the server. */
export const cameraOf = ({ node }: AxxonState): string => `${node}/DeviceIpint.1/SourceEndpoint.video:0:0`;

export function sendFrame(state: AxxonState, call: DeviceCall, path: string): DeviceReply {
  const { archive, archiveMs, archiveRefusal } = state.switches;
  if (archiveRefusal !== null) return htmlReply(archiveRefusal, "Refused");
  if (call.method !== "GET") return htmlReply(405, "Method Not Allowed");
  const [, source, time = ""] = PATH.exec(path) ?? [];
  if (source !== cameraOf(state)) return htmlReply(404, "Not Found");
  const at = momentOf(time);
  if (at === null || !areNumbers(call.query)) return htmlReply(400, "Bad Request");
  const threshold = Number(call.query.get("threshold") ?? 0);
  const isKept = at >= state.now() - archiveMs - threshold && at <= state.now() + threshold;
  if (archive === "empty" || !isKept) return htmlReply(404, "Not Found");
  const body = { images: frame, html: page, huge }[archive]();
  return { status: 200, headers: { "content-type": "image/jpeg" }, body };
}

const page = () => Buffer.from("<!DOCTYPE html><script>alert(document.domain)</script>");
/** Makes a large body that begins as an image; its zeros take no memory until they are sent. */
function huge(): Buffer {
  const body = Buffer.alloc(HUGE_BYTES);
  body.set(frame());
  return body;
}

/** Parses a time in UTC. */
function momentOf(text: string): number | null {
  const [, year, month, day, hour, minute, second, fraction = "0"] = TIME.exec(text) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, "0").slice(0, 3)}Z`);
  return Number.isNaN(at) ? null : at;
}

function areNumbers(query: URLSearchParams): boolean {
  const isNumber = (name: string) => /^\d+(\.\d+)?$/.test(query.get(name) ?? "0");
  return ["threshold", "w", "h"].every(isNumber);
}
