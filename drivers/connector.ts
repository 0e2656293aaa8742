// Resolves through the network policy, connects to that address and checks the certificate before sending.
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, DEFAULT_CIPHERS, type TLSSocket } from "node:tls";
import { type DeviceCertificate, readCertificate } from "./certificate.ts";
import type { Clock } from "./clock.ts";
import { within } from "./deadline.ts";
import { CertificateChangedError, CertificateError, TlsTooOldError, UnreachableError } from "./errors.ts";
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
  /** A system admin allows this one device TLS 1.0 and 1.1. */
  allowOldTls?: boolean;
}

export interface Connector {
  open(): Promise<Socket>;
  /** Of the last connection; null before one, and without TLS. */
  certificate(): DeviceCertificate | null;
}

export function createConnector(options: ConnectorOptions): Connector {
  const { url, network, clock, connectMs } = options;
  let seen: DeviceCertificate | null = null;

  const open = async (signal: AbortSignal) => {
    const target = await network.resolve(url);
    const tcp = await connected(connectTcp({ host: target.address, port: target.port }), "connect", signal);
    tcp.setNoDelay(true);
    if (url.protocol !== "https:") return tcp;
    const tls = await connected(startTls(tcp, { ...options, target }), "secureConnect", signal);
    const certificate = certificateOf(tls);
    const expected = options.pinned ?? seen?.sha256 ?? null;
    // Fault point: accepted-certificate.
    if (expected !== null && expected !== certificate.sha256) {
      tls.destroy();
      throw new CertificateChangedError(expected, certificate.sha256);
    }
    seen = certificate;
    return tls;
  };
  return {
    certificate: () => seen,
    open: () => within({ clock, ms: connectMs, outcomeUnknown: () => false }, open),
  };
}

interface TlsTarget extends Pick<ConnectorOptions, "url" | "trust" | "allowOldTls"> {
  target: ResolvedTarget;
}

/** The signatures of TLS 1.0 and 1.1 (MD5 with SHA-1) are below every level of OpenSSL but the lowest. */
const OLD_TLS = { minVersion: "TLSv1", ciphers: `${DEFAULT_CIPHERS}:@SECLEVEL=0` } as const;

/** Devices sign their own certificates, so the pin replaces chain and host name. */
function startTls(tcp: Socket, { url, target, trust, allowOldTls = false }: TlsTarget): TLSSocket {
  const name = url.hostname.replace(/^\[|\]$/g, "");
  return connectTls({
    socket: tcp,
    host: target.address,
    ...(isIP(name) === 0 ? { servername: name } : {}),
    ...(trust === "pin" ? { rejectUnauthorized: false, checkServerIdentity: () => undefined } : {}),
    ...(allowOldTls ? OLD_TLS : {}),
    ALPNProtocols: ["http/1.1"],
  });
}

function certificateOf(tls: TLSSocket): DeviceCertificate {
  const certificate = readCertificate(tls.getPeerCertificate(false), tls.getProtocol());
  if (certificate !== null) return certificate;
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

function unreachable(cause?: Error & { code?: string }): Error {
  const reason = cause?.code === "ECONNREFUSED" ? "refused" : "other";
  return new UnreachableError("cannot connect to the device", { cause, reason });
}

/** The device refuses the versions offered; or answers with one that was not. A port without TLS gives neither. */
const TOO_OLD: ReadonlySet<string> = new Set(["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", "ERR_SSL_UNSUPPORTED_PROTOCOL"]);

/** A cut during the handshake is the network's fault; else the port does not speak TLS. */
function tlsFailure(cause?: Error & { code?: string }): Error {
  const cut = cause === undefined || cause.code === "ECONNRESET" || cause.code === "EPIPE";
  if (cut) return new UnreachableError("the connection was cut during the TLS handshake", { cause, reason: "cut" });
  if (TOO_OLD.has(cause.code ?? "")) return new TlsTooOldError("the device speaks an old TLS only", { cause });
  return new CertificateError("TLS cannot be agreed on with the device", { cause });
}
