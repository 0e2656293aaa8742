// The only HTTP client of drivers: one request at a time, kept-alive, checked address, pinned certificate, limited answer, no redirects.
import type { DeviceCertificate } from "./certificate.ts";
import type { Clock } from "./clock.ts";
import { Connections } from "./connections.ts";
import { type CertificateTrust, type ConnectorOptions, createConnector } from "./connector.ts";
import { within } from "./deadline.ts";
import { CallAbortedError, DeviceError, HttpsRequiredError, TimeoutError } from "./errors.ts";
import { type DeviceReply, type DeviceRequest, exchangeOnce } from "./exchange.ts";
import type { NetworkPolicy } from "./network-policy.ts";
import type { DeviceConnection } from "./port.ts";

export interface DeviceTimeouts {
  /** Limit for name, TCP and TLS together. */
  connectMs: number;
  /** Limit for one request and its answer, connecting included. */
  callMs: number;
  /** Limit including queueing, authentication and repeats. */
  totalMs: number;
}
const DEFAULT_TIMEOUTS: DeviceTimeouts = { connectMs: 5_000, callMs: 10_000, totalMs: 20_000 };

/** A log that is never given bodies, query strings, credentials or PINs. */
export interface DeviceLog {
  debug(fields: Record<string, unknown>, message: string): void;
}

/** Called when a call begins; the returned function is called when it ends. It gets neither path nor body, which may hold secrets. */
export type FollowCall = (call: {
  method: string;
  host: string;
}) => (outcome: { status: number } | { error: string }) => void;

export interface DriverOptions {
  network: NetworkPolicy;
  clock: Clock;
  log?: DeviceLog | undefined;
  follow?: FollowCall | undefined;
  timeouts?: Partial<DeviceTimeouts> | undefined;
  /** Ends every call of the driver, e.g. at shutdown. */
  signal?: AbortSignal | undefined;
}

export interface Transport {
  /** Sends once. Throws DeviceError; its `outcomeUnknown` is false when no byte of the request was written. */
  exchange(request: DeviceRequest, authorization?: string | null): Promise<DeviceReply>;
  uriOf(path: string): string;
  certificate(): DeviceCertificate | null;
  /** Returns the clock error by the last Date header; null before one. */
  clockSkewMs(): number | null;
  connectionsOpened(): number;
  readonly encrypted: boolean;
  readonly timeouts: DeviceTimeouts;
  close(): Promise<void>;
}

export interface TransportOptions extends DriverOptions {
  /** 1 for devices that want one request at a time. */
  connections: number;
  trust?: CertificateTrust;
}

/** Creates the client of one device, which connects at its first call. */
export function createTransport(connection: DeviceConnection, options: TransportOptions): Transport {
  const { clock, signal: outerSignal } = options;
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const url = connection.baseUrl;
  const prefix = url.pathname.replace(/\/+$/, "");
  const connector = createConnector(connectorOptions(connection, options, timeouts.connectMs));
  let opened = 0;
  let skewMs: number | null = null;

  const connect = async () => {
    const socket = await connector.open();
    opened += 1;
    return socket;
  };
  const kept = new Connections({ most: options.connections, connect });
  const pools = new Set([kept]);

  const exchange: Transport["exchange"] = async (request, authorization = null) => {
    if (kept.isClosed || outerSignal?.aborted === true) throw new CallAbortedError({ outcomeUnknown: false });
    const pool = request.freshConnection === true ? new Connections({ most: 1, connect }) : kept;
    pools.add(pool);
    const progress = { sent: false };
    const started = clock.now().getTime();
    const { limit, tooLate } = limitOf(clock, request.timeoutMs ?? timeouts.callMs, progress);
    const path = prefix + request.path;
    const ended = reportCall({ method: request.method, path, host: url.host }, options);
    try {
      const { reply, date, toHttps } = await within(limit, (signal) => {
        const signals = outerSignal ? [signal, outerSignal] : [signal];
        return exchangeOnce(pool, { ...request, path }, { authorization, signals, progress, tooLate, host: url.host });
      });
      if (date !== null) skewMs = skewOf(date, started, clock.now().getTime());
      ended({ status: reply.status });
      if (toHttps && url.protocol === "http:") throw new HttpsRequiredError();
      return reply;
    } catch (error) {
      ended({ error: error instanceof DeviceError ? error.code : "unexpected" });
      throw error;
    } finally {
      if (pool !== kept) {
        pool.close();
        pools.delete(pool);
      }
    }
  };

  return {
    exchange,
    uriOf: (path) => prefix + path,
    certificate: () => connector.certificate(),
    clockSkewMs: () => skewMs,
    connectionsOpened: () => opened,
    encrypted: url.protocol === "https:",
    timeouts,
    async close() {
      for (const pool of pools) pool.close();
    },
  };
}

/** Returns the limit of one exchange from now on, and the check that refuses to send once it is over. */
function limitOf(clock: Clock, ms: number, progress: { readonly sent: boolean }) {
  const latest = clock.monotonic() + ms;
  return {
    limit: { clock, ms, outcomeUnknown: () => progress.sent },
    tooLate: () => (clock.monotonic() < latest ? null : new TimeoutError(ms, { outcomeUnknown: false })),
  };
}

/** Returns the device's clock error in ms. The Date header has whole seconds, so the middle of its second is the best estimate. */
function skewOf(dateMs: number, startedMs: number, endedMs: number): number {
  return Math.round(dateMs + 500 - (startedMs + endedMs) / 2);
}

/** Reports that a call begins. Returns the function that reports its end to the log, without the query string, and to `follow`. */
function reportCall(
  { method, path, host }: { method: string; path: string; host: string },
  { log, follow }: Pick<DriverOptions, "log" | "follow">,
): ReturnType<FollowCall> {
  const call = { method, path: path.replace(/\?.*$/, "") };
  const ended = follow?.({ method, host });
  return (outcome) => {
    if ("status" in outcome) log?.debug({ ...call, status: outcome.status }, "device call");
    else log?.debug({ ...call, code: outcome.error }, "device call failed");
    ended?.(outcome);
  };
}

function connectorOptions(
  { baseUrl: url, certSha256, allowOldTls }: DeviceConnection,
  { network, clock, trust = "pin" }: TransportOptions,
  connectMs: number,
): ConnectorOptions {
  return {
    url,
    network,
    clock,
    pinned: certSha256?.replaceAll(":", "").toLowerCase() ?? null,
    connectMs,
    trust,
    // With an old TLS the pin is the only protection, so without one no password is sent.
    allowOldTls: allowOldTls === true && certSha256 !== null,
  };
}
