import { parseDeviceJson } from "../../device-json.ts";
import { DeviceError, ReplyTooLargeError } from "../../errors.ts";
import type { DeviceReply, DeviceRequest } from "../../exchange.ts";
import type { NegotiatedSession } from "../../negotiated-session.ts";
import type { Redactor } from "./redact.ts";
import type { RecordedCall } from "./transcript.ts";

/** Limit for all replies in one record. A unit with a hundred doors fills a tenth; an endless list would fill the server's memory. */
const RECORD_BYTES = 4 * 1024 * 1024;

/** Wraps `session` and keeps a redacted record of each call, and nothing else. */
export function recordingSession(
  session: NegotiatedSession,
  redact: Redactor,
  calls: RecordedCall[],
  beforeCall: () => void = () => undefined,
): NegotiatedSession {
  let bytes = 0;
  return {
    async send(request) {
      beforeCall();
      if (bytes > RECORD_BYTES) throw new ReplyTooLargeError(RECORD_BYTES);
      const call = describe(request, redact);
      try {
        const reply = await session.send(request);
        bytes += reply.text.length;
        calls.push({ ...call, status: reply.status, error: null, reply: describeReply(request, reply, redact) });
        return reply;
      } catch (error) {
        calls.push({
          ...call,
          status: null,
          error: error instanceof DeviceError ? error.code : "unexpected",
          reply: null,
        });
        throw error;
      }
    },
  };
}

function describe(
  { method, path, body }: DeviceRequest,
  redact: Redactor,
): Pick<RecordedCall, "operation" | "path" | "args"> {
  const plain = path.replace(/\?.*$/, "");
  const value: unknown = body === undefined ? null : parseDeviceJson(body);
  const [[operation, args] = []] = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (operation?.includes(":")) return { operation, path: plain, args: redact.json(args) };
  return { operation: `${method} ${plain}`, path: plain, args: redact.json(value) };
}

function describeReply({ path }: DeviceRequest, { text }: DeviceReply, redact: Redactor): unknown {
  if (path.includes("param.cgi")) return redact.parameters(text);
  if (!/^\s*[{[]/.test(text)) return null;
  try {
    return redact.json(parseDeviceJson(text));
  } catch {
    return null; // The driver reports what it could not read; the text itself may hold anything.
  }
}
