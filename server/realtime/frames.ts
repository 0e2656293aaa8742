// Phoenix frames of supabase-js: objects in version 1.0.0, arrays in 2.0.0.
import { z } from "zod";
import { isTooDeep } from "#rest/json-depth.ts";

export const VERSIONS = ["1.0.0", "2.0.0"] as const;
export type Version = (typeof VERSIONS)[number];

export interface Frame {
  /** Reference of the join; a later join of the topic has another. */
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
}

const ref = z
  .string()
  .max(40)
  .nullish()
  .transform((value) => value ?? null);
const name = z.string().min(1).max(255);
const objectFrame = z.object({ join_ref: ref, ref, topic: name, event: name, payload: z.unknown() });
const arrayFrame = z.tuple([ref, ref, name, name, z.unknown()]);

/** Decodes a frame; returns null for another text. */
export function decodeFrame(text: string, version: Version): Frame | null {
  const json = parseJson(text);
  if (version === "1.0.0") {
    const { success, data } = objectFrame.safeParse(json);
    return success
      ? { joinRef: data.join_ref, ref: data.ref, topic: data.topic, event: data.event, payload: data.payload }
      : null;
  }
  const { success, data } = arrayFrame.safeParse(json);
  return success ? { joinRef: data[0], ref: data[1], topic: data[2], event: data[3], payload: data[4] } : null;
}

export function encodeFrame({ joinRef, ref: reference, topic, event, payload }: Frame, version: Version): string {
  return version === "1.0.0"
    ? JSON.stringify({ join_ref: joinRef, ref: reference, topic, event, payload })
    : JSON.stringify([joinRef, reference, topic, event, payload]);
}

function parseJson(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
