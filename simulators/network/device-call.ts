// One HTTP call as a simulated device sees it, and the answer it gives.
import type { IncomingHttpHeaders } from "node:http";

export interface DeviceReply {
  status: number;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

/** What the shared HTTP side needs of a device. */
export interface SimulatedDevice {
  /** Name of the call for faults and counts. */
  operationOf(call: DeviceCall): string;
  /** null = let in; a reply = refused. Called exactly once per call, so nonce counters may move. */
  authenticate(call: DeviceCall): DeviceReply | null;
  /** Does the work. Only called when let in. */
  handle(call: DeviceCall): DeviceReply | Promise<DeviceReply>;
  /** The 401 that an injected 401 fault sends. */
  challenge(call: DeviceCall): DeviceReply;
}

export class DeviceCall {
  readonly method: string;
  /** Path and query exactly as received: Digest signs this text. */
  readonly target: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly secure: boolean;
  readonly remoteAddress: string;
  #json: { value: unknown } | undefined;

  constructor(init: {
    method: string;
    target: string;
    headers: IncomingHttpHeaders;
    body: Buffer;
    secure: boolean;
    remoteAddress: string;
  }) {
    this.method = init.method;
    this.target = init.target;
    const mark = init.target.indexOf("?");
    this.path = mark < 0 ? init.target : init.target.slice(0, mark);
    this.query = new URLSearchParams(mark < 0 ? "" : init.target.slice(mark + 1));
    this.headers = init.headers;
    this.body = init.body;
    this.secure = init.secure;
    this.remoteAddress = init.remoteAddress;
  }

  /** The body as JSON; undefined when it is none. Parsed once. */
  json(): unknown {
    if (!this.#json) {
      try {
        this.#json = { value: JSON.parse(this.body.toString("utf8")) };
      } catch {
        this.#json = { value: undefined };
      }
    }
    return this.#json.value;
  }
}

export function jsonReply(value: unknown, status = 200): DeviceReply {
  return { status, headers: { "content-type": "application/json; charset=utf-8" }, body: JSON.stringify(value) };
}

export function textReply(text: string, status = 200): DeviceReply {
  return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body: text };
}

export function htmlReply(status: number, title: string): DeviceReply {
  return {
    status,
    headers: { "content-type": "text/html; charset=iso-8859-1" },
    body: `<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head><title>${status} ${title}</title></head><body><h1>${title}</h1></body></html>\n`,
  };
}
