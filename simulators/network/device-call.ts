import type { IncomingHttpHeaders } from "node:http";

export interface DeviceReply {
  status: number;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

export interface SimulatedDevice {
  operationOf(call: DeviceCall): string;
  authenticate(call: DeviceCall): DeviceReply | null;
  handle(call: DeviceCall): DeviceReply | Promise<DeviceReply>;
  challenge(call: DeviceCall): DeviceReply;
  /** Returns a delay before the answer, chosen by the device. */
  delayMs?(call: DeviceCall): number;
}

export class DeviceCall {
  readonly method: string;
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
    const queryAt = init.target.indexOf("?");
    this.path = queryAt < 0 ? init.target : init.target.slice(0, queryAt);
    this.query = new URLSearchParams(queryAt < 0 ? "" : init.target.slice(queryAt + 1));
    this.headers = init.headers;
    this.body = init.body;
    this.secure = init.secure;
    this.remoteAddress = init.remoteAddress;
  }

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

export function xmlReply(status: number): DeviceReply {
  return {
    status,
    headers: { "content-type": "application/soap+xml; charset=utf-8" },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://www.w3.org/2003/05/soap-envelope"><SOAP-ENV:Body><Response/></SOAP-ENV:Body></SOAP-ENV:Envelope>\n`,
  };
}
