import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { DeviceCertificate } from "./certificate.ts";
import { DeviceCall, type SimulatedDevice } from "./device-call.ts";
import type { FaultPlan } from "./faults.ts";
import type { RequestLog } from "./request-log.ts";
import { sendReply } from "./send-reply.ts";

const MAX_BODY_BYTES = 4 * 1024 * 1024;

export interface DeviceServerOptions {
  device: SimulatedDevice;
  faults: FaultPlan;
  log: RequestLog;
  port: number;
  host: string;
  certificate: DeviceCertificate | null;
  /** The only version that it supports, like units from before 2010; with the weak signatures of that time. */
  tlsVersion?: OldTls | undefined;
}

export type OldTls = "TLSv1" | "TLSv1.1";

export class DeviceServer {
  port = 0;
  online = false;
  #options: DeviceServerOptions;
  #server: http.Server | https.Server;
  #closing = new AbortController();
  /** All sockets. The server itself does not know those in a TLS handshake, and would keep answering them when closed. */
  #sockets = new Set<Socket>();

  constructor(options: DeviceServerOptions) {
    this.#options = options;
    this.port = options.port;
    this.#server = this.#makeServer();
  }

  async start(): Promise<void> {
    if (this.online) return;
    this.#closing = new AbortController();
    this.#server = this.#makeServer();
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen({ port: this.port, host: this.#options.host }, () => {
        this.#server.off("error", reject);
        resolve();
      });
    });
    const address = this.#server.address();
    if (address && typeof address === "object") this.port = address.port;
    this.online = true;
  }

  async stop(): Promise<void> {
    if (!this.online) return;
    this.online = false;
    this.#closing.abort();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#disconnect();
    await closed;
  }

  setCertificate(certificate: DeviceCertificate): void {
    this.#options.certificate = certificate;
    if (this.#server instanceof https.Server) {
      this.#server.setSecureContext({ cert: certificate.cert, key: certificate.key });
      this.#disconnect();
    }
  }

  #disconnect(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #makeServer(): http.Server | https.Server {
    const onRequest = (request: http.IncomingMessage, response: http.ServerResponse): void => {
      this.#answer(request, response).catch(() => response.destroy());
    };
    const { certificate, tlsVersion } = this.#options;
    const old = tlsVersion && { minVersion: tlsVersion, maxVersion: tlsVersion, ciphers: "DEFAULT@SECLEVEL=0" };
    const server = certificate
      ? https.createServer({ cert: certificate.cert, key: certificate.key, ...old }, onRequest)
      : http.createServer(onRequest);
    server.keepAliveTimeout = 120_000;
    server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
    return server;
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { device, faults, log, certificate } = this.#options;
    response.on("error", () => undefined);
    const body = await readBody(request);
    if (!body) {
      response.writeHead(413, { connection: "close" }).end();
      return;
    }
    const call = new DeviceCall({
      method: request.method ?? "GET",
      target: request.url ?? "/",
      headers: request.headers,
      body,
      secure: certificate !== null,
      remoteAddress: request.socket.remoteAddress ?? "",
    });
    const at = Date.now();
    const operation = device.operationOf(call);
    const refusal = device.authenticate(call);
    const { delayMs, fault } = faults.take(operation, refusal === null);
    const waitMs = delayMs + (device.delayMs?.(call) ?? 0);
    const { signal } = this.#closing;
    if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    const held = faults.held();
    if (held && !signal.aborted) await Promise.race([held, once(signal, "abort")]);
    const logged = {
      at,
      operation,
      method: call.method,
      target: call.target,
      authenticated: refusal === null,
      status: null as number | null,
      fault: fault?.kind ?? null,
      isDecided: false,
    };
    log.add(logged);
    logged.status = await sendReply({
      response,
      fault,
      reply: async () => {
        const reply = refusal ?? (await device.handle(call));
        logged.isDecided = true;
        return reply;
      },
      challenge: () => device.challenge(call),
      closing: this.#closing.signal,
    });
  }
}

async function readBody(request: http.IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
