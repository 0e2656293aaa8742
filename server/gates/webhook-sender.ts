// Who calls a gate's webhook, and what its routes share.
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { gateErrors } from "#contract/errors/gates.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { GateDeps } from "./gate-passage.ts";

const REALM = 'Basic realm="axxon"';
/** Longer texts are no credentials of ours and are not looked up. */
const MAX_CREDENTIAL_LENGTH = 512;

declare module "fastify" {
  interface FastifyRequest {
    /** Arrival of the headers: waiting for the ignored body makes the read no younger. */
    arrivedAt: number;
  }
}

export interface WebhookOptions {
  gate: GateDeps;
  track: (opening: Promise<void>) => void;
  /** A call from this address had a valid password. */
  received: (address: string | undefined) => void;
}

/** 401 with a challenge: some LPR systems send credentials only when asked. */
export function unauthorized(reply: FastifyReply): PortalError {
  void reply.header("www-authenticate", REALM);
  return new PortalError(gateErrors.webhook_unauthorized());
}

/** Made once: to make it costs thirty times what it checks. */
const guid = z.guid();

/** Null for what is no id: the read concerns no gate. */
export function readGateId(text: string | undefined): string | null {
  return guid.safeParse(text?.trim()).data ?? null;
}

export function basicCredentials(header: string | undefined): { user: string; password: string } | null {
  const match = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(header ?? "");
  if (!match || (match[1] ?? "").length > MAX_CREDENTIAL_LENGTH) return null;
  const text = Buffer.from(match[1] ?? "", "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 || /\p{Cc}/u.test(text) ? null : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

/**
 * What the sender calls its body, which may be any text typed by hand: Fastify would refuse a wrong one before a parser is
 * asked, and the car would stand there without a trace.
 */
export function takeContentType({ raw: { headers } }: FastifyRequest): string {
  const given = headers["content-type"];
  if (given !== undefined) headers["content-type"] = "application/octet-stream";
  return given ?? "";
}
