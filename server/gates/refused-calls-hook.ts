// Sees every refusal of a call to a gate, from a gate route, the platform or the router.
import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { type RefusedCallCause, refusedCallCause } from "#contract/refused-calls.ts";
import { plainAddress } from "#server/platform/connections/address-key.ts";
import type { RefusedCalls } from "./refused-calls.ts";
import { basicCredentials, readGateId } from "./webhook-sender.ts";

export interface RefusedCallsOptions {
  refused: RefusedCalls;
  /** Tells whether calls from this address recently had a valid password. */
  isGate: (address: string) => boolean;
}

export const refusedCallsHook = fp<RefusedCallsOptions>(async (app, { refused, isGate }) => {
  const noted = new WeakSet<FastifyRequest>();
  const note = (request: FastifyRequest, cause: RefusedCallCause) =>
    refused.note({
      cause,
      address: plainAddress(request.ip),
      gateId: readGateId(namedGate(request)),
      account: basicCredentials(request.headers.authorization),
    });
  // The answer is noted when it is decided: the sender may disconnect before it is sent, or before the rest of its body is read.
  app.addHook("onSend", async (request, { statusCode }) => {
    if (!isGateCall(request.url) || noted.has(request)) return;
    noted.add(request);
    if (statusCode < 400) return;
    // Some LPR systems send their account only after a challenge.
    if (request.headers.authorization === undefined && statusCode === 401 && isGate(request.ip)) return;
    note(request, refusedCallCause(request.refusedAs, statusCode));
  });
  // A sender that disconnects during its call gets no response.
  app.addHook("onRequestAbort", async (request) => {
    if (request.raw.complete || !isGateCall(request.url) || noted.has(request)) return;
    noted.add(request);
    note(request, "request_unreadable");
  });
});

/** Tells whether the URL is a gate call, even with extra slashes. */
const isGateCall = (url: string): boolean => /^\/+functions\/+v1\/+(?:axxon-webhook|plate-push)(?:[/?]|$)/i.test(url);

/** Returns the gate that a gate call in a text names, if any; null where the text has no gate call. */
export function gateCallIn(text: string): { gateId: string | null } | null {
  const url = GATE_URL.exec(text)?.[0];
  return url === undefined ? null : { gateId: readGateId(namedGate({ url })) };
}

const GATE_URL = /\/+functions\/+v1\/+(?:axxon-webhook|plate-push)\b[^\s#]*/i;

function namedGate({ url }: Pick<FastifyRequest, "url">): string | undefined {
  const query = new URLSearchParams(url.slice(url.indexOf("?") + 1));
  return [...query].find(([name]) => name.toLowerCase() === "gateid")?.[1];
}
