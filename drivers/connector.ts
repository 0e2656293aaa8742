// Resolves through the network policy, connects to that address and checks the certificate before sending.
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import type { Clock } from "./clock.ts";
import { within } from "./deadline.ts";
import { CertificateChangedError, CertificateError, UnreachableError } from "./errors.ts";
import type { NetworkPolicy, ResolvedTarget } from "./network-policy.ts";

/** "pin": the certificate seen first (devices). "authorities": chain and host name. */
export type CertificateTrust = "pin" | "authorities";

export interface ConnectorOptions {
  url: URL;
  network: NetworkPolicy;
  clock: Clock;
  /** Hex in lower case; null pins the first certificate. */
  pinned: string | null;
  trust: CertificateTrust;
  connectMs: number;
}

export interface Connector {
  open(): Promise<Socket>;
  certSha256(): string | null;
}

export function createConnector(options: ConnectorOptions): Connector {
  const { url, network, clock, connectMs } = options;
  let seen: string | null = null;

  const open = async (signal: AbortSignal) => {
    const target = await network.resolve(url);
    const tcp = await connected(connectTcp({ host: target.address, port: target.port }), "connect", signal);
    tcp.setNoDelay(true);
    if (url.protocol !== "https:") return tcp;
    const tls = await connected(startTls(tcp, { url, target, trust: options.trust }), "secureConnect", signal);
    const fingerprint = fingerprintOf(tls);
    const expected = options.pinned ?? seen;
    if (expected !== null && expected !== fingerprint) {
      tls.destroy();
      throw new CertificateChangedError(expected, fingerprint);
    }
    seen = fingerprint;
    return tls;
  };
  return {
    certSha256: () => seen,
    open: () => within({ clock, ms: connectMs, outcomeUnknown: () => false }, open),
  };
}

interface TlsTarget {
  url: URL;
  target: ResolvedTarget;
  trust: CertificateTrust;
}

/** Devices sign their own certificates, so the pin replaces chain and host name. */
function startTls(tcp: Socket, { url, target, trust }: TlsTarget): TLSSocket {
  const name = url.hostname.replace(/^\[|\]$/g, "");
  return connectTls({
    socket: tcp,
    host: target.address,
    ...(isIP(name) === 0 ? { servername: name } : {}),
    ...(trust === "pin" ? { rejectUnauthorized: false, checkServerIdentity: () => undefined } : {}),
    ALPNProtocols: ["http/1.1"],
  });
}

function fingerprintOf(tls: TLSSocket): string {
  const fingerprint: unknown = tls.getPeerCertificate(false).fingerprint256;
  if (typeof fingerprint === "string") return fingerprint.replaceAll(":", "").toLowerCase();
  tls.destroy();
  throw new CertificateError("the device showed no certificate");
}

function connected<S extends Socket>(socket: S, event: "connect" | "secureConnect", signal: AbortSignal): Promise<S> {
  const { promise, resolve, reject } = Promise.withResolvers<S>();
  const fail = (error: Error) => {
    socket.destroy();
    reject(error);
  };
  const onError = (cause: Error) => fail(event === "connect" ? unreachable(cause) : tlsFailure(cause));
  const onClose = () => fail(event === "connect" ? unreachable() : tlsFailure());
  const onAbort = () => fail(new UnreachableError("gave up while connecting", { cause: signal.reason }));
  socket.on("error", onError);
  socket.once("close", onClose);
  signal.addEventListener("abort", onAbort, { once: true });
  socket.once(event, () => {
    socket.off("close", onClose);
    socket.off("error", onError);
    signal.removeEventListener("abort", onAbort);
    // An error before the client attaches its handlers would be unhandled.
    socket.on("error", () => undefined);
    resolve(socket);
  });
  return promise;
}

function unreachable(cause?: Error): Error {
  return new UnreachableError("cannot connect to the device", { cause });
}

/** A cut during the handshake is the network's fault; else the port does not speak TLS. */
function tlsFailure(cause?: Error & { code?: string }): Error {
  const cut = cause === undefined || cause.code === "ECONNRESET" || cause.code === "EPIPE";
  if (cut) return new UnreachableError("the connection was cut during the TLS handshake", { cause });
  return new CertificateError("TLS cannot be agreed on with the device", { cause });
}
