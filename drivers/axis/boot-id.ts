// Identifies the unit's present start: another id is a restart, whether or not its log reports it.
import { z } from "zod";
import { parseDeviceJson } from "../device-json.ts";
import { NonsenseReplyError } from "../errors.ts";
import type { NegotiatedSession } from "../negotiated-session.ts";
import type { DeviceBoot } from "../port.ts";
import { CGI } from "./endpoints.ts";

const ANSWER_SECONDS = 5;

const wireReady = z.object({
  data: z.object({
    systemready: z.string(),
    bootid: z.string().regex(/^[\u0020-\u007e]{1,100}$/),
    uptime: z.coerce.number().nonnegative().nullable().catch(null),
  }),
});

/** Reads the start. Returns null when the unit has no such call (older ones), or is still starting. */
export async function readBoot(session: NegotiatedSession): Promise<DeviceBoot | null> {
  const params = { timeout: ANSWER_SECONDS };
  const body = JSON.stringify({ apiVersion: "1.0", context: "portal", method: "systemready", params });
  const headers = { "content-type": "application/json" };
  const { status, text } = await session.send({ method: "POST", path: CGI.systemReady, headers, body });
  if (status !== 200) return null;
  const ready = wireReady.safeParse(parsed(text));
  if (!ready.success || ready.data.data.systemready !== "yes") return null;
  return { id: ready.data.data.bootid, uptimeSeconds: ready.data.data.uptime };
}

function parsed(text: string): unknown {
  try {
    return parseDeviceJson(text);
  } catch (error) {
    if (error instanceof NonsenseReplyError) return null;
    throw error;
  }
}
