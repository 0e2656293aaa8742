// Identifies the caller of a gate's webhook; shared by the gate routes.
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { gateErrors } from "#contract/errors/gates.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { GateDeps } from "./gate-passage.ts";

const REALM = 'Basic realm="axxon"';
/** The portal's credentials are shorter; longer texts are not looked up. */
const MAX_CREDENTIAL_LENGTH = 512;

declare module "fastify" {
  interface FastifyRequest {
    /** When the headers arrived: waiting for the ignored body does not make the read younger. */
    arrivedAt: number;
  }
}

export interface WebhookOptions {
  gate: GateDeps;
  track: (opening: Promise<void>) => void;
  /** Records that a call from this address had a valid password. */
  received: (address: string | undefined) => void;
}

/** Answers 401 with a challenge, because some LPR systems send credentials only when asked. */
export function unauthorized(reply: FastifyReply): PortalError {
  void reply.header("www-authenticate", REALM);
  return new PortalError(gateErrors.webhook_unauthorized());
}

/** The schema is made once, because making it costs thirty times as much as a check. */
const guid = z.guid();

/** Returns the gate id, or null for a text that is no id: the read then concerns no gate. */
export function readGateId(text: string | undefined): string | null {
  return guid.safeParse(text?.trim()).data ?? null;
}

/** Returns the user and password of a Basic header; null for anything else, and for one that is too long. */
export function basicCredentials(header: string | undefined): { user: string; password: string } | null {
  const match = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(header ?? "");
  if (!match || (match[1] ?? "").length > MAX_CREDENTIAL_LENGTH) return null;
  const text = Buffer.from(match[1] ?? "", "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 || /\p{Cc}/u.test(text) ? null : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

/**
 * Removes the content type, which may be any text typed by hand. Fastify would otherwise refuse a wrong one before a parser runs, and the
 * waiting car would leave no trace.
 */
export function takeContentType({ raw: { headers } }: FastifyRequest): string {
  const given = headers["content-type"];
  if (given !== undefined) headers["content-type"] = "application/octet-stream";
  return given ?? "";
}
