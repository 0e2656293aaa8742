// Resolves through the network policy, connects to that address and checks the certificate before sending.
import { constants } from "node:crypto";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import {
  connect as connectTls,
  createSecureContext,
  DEFAULT_CIPHERS,
  type SecureContext,
  type TLSSocket,
} from "node:tls";
import { type DeviceCertificate, readCertificate } from "./certificate.ts";
import type { Clock } from "./clock.ts";
import { within } from "./deadline.ts";
import {
  CertificateChangedError,
  CertificateError,
  TlsTooOldError,
  type TlsWeakness,
  UnreachableError,
} from "./errors.ts";
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
  /** Returns the certificate of the last connection; null before one, and without TLS. */
  certificate(): DeviceCertificate | null;
}

/** A TLS session that a unit with this certificate has issued. Who takes it up has the key of the handshake that showed the certificate. */
interface TlsSession {
  session: Buffer;
  certificate: DeviceCertificate;
  /** Monotonic time of the handshake. */
  shownAt: number;
}

/** From then on the unit shows its certificate again. */
const SESSION_MS = 3_600_000;

/** Creates the connector. `open` throws DeviceError for a forbidden address, a changed certificate or no answer. */
export function createConnector(options: ConnectorOptions): Connector {
  const { url, network, clock, connectMs } = options;
  let seen: DeviceCertificate | null = null;
  let kept: TlsSession | null = null;

  const connect = async (signal: AbortSignal, offered: TlsSession | null) => {
    const target = await network.resolve(url);
    const tcp = await connected(connectTcp({ host: target.address, port: target.port }), "connect", signal);
    tcp.setNoDelay(true);
    if (url.protocol !== "https:") return tcp;
    const socket = startTls(tcp, { ...options, target, session: offered?.session });
    let issued: Buffer | null = null;
    let shown: Omit<TlsSession, "session"> | null = null;
    const keep = () => {
      if (issued !== null && shown !== null) kept = { session: issued, ...shown };
    };
    // Before the handshake ends by TLS 1.2, after it by 1.3.
    if (mayResume(options))
      socket.on("session", (session: Buffer) => {
        issued = session;
        keep();
      });
    const tls = await connected(socket, "secureConnect", signal);
    const { certificate, shownAt } =
      offered !== null && tls.isSessionReused()
        ? offered
        : { certificate: certificateOf(tls), shownAt: clock.monotonic() };
    const expected = options.pinned ?? seen?.sha256 ?? null;
    // Fault point: accepted-certificate.
    if (expected !== null && expected !== certificate.sha256) {
      tls.destroy();
      throw new CertificateChangedError(expected, certificate.sha256);
    }
    seen = certificate;
    shown = { certificate, shownAt };
    keep();
    return tls;
  };
  const open = async (signal: AbortSignal) => {
    const offered = kept !== null && clock.monotonic() - kept.shownAt < SESSION_MS ? kept : null;
    try {
      return await connect(signal, offered);
    } catch (error) {
      kept = null;
      // A unit may fail at a session that it no longer knows. Nothing was sent, so it is met anew.
      if (offered === null || signal.aborted || !isOfHandshake(error)) throw error;
      return await connect(signal, null);
    }
  };
  return {
    certificate: () => seen,
    open: () => within({ clock, ms: connectMs, outcomeUnknown: () => false }, open),
  };
}

/** Old TLS is left as simple as it is, and authorities judge each connection anew. */
const mayResume = ({ trust, allowOldTls = false }: ConnectorOptions): boolean => trust === "pin" && !allowOldTls;

function isOfHandshake(error: unknown): boolean {
  if (error instanceof UnreachableError) return error.reason === "cut";
  return error instanceof CertificateError || error instanceof TlsTooOldError;
}

interface TlsTarget extends Pick<ConnectorOptions, "url" | "trust" | "allowOldTls"> {
  target: ResolvedTarget;
  /** Offered to the unit. */
  session: Buffer | undefined;
}

/** One context serves every pinned unit, because making one takes as long as a handshake. It knows no authority, since none is asked. */
let pinning: SecureContext | undefined;
const pinningContext = (): SecureContext => (pinning ??= createSecureContext({ ca: [] }));

/**
 * The signatures of TLS 1.0 and 1.1 (MD5 with SHA-1) and the short keys of that time are allowed only at OpenSSL's lowest level. Such units
 * also lack secure renegotiation.
 */
const OLD_TLS = {
  minVersion: "TLSv1",
  ciphers: `${DEFAULT_CIPHERS}:@SECLEVEL=0`,
  secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
} as const;

/** Starts TLS. Devices sign their own certificates, so the pin replaces chain and host name. */
function startTls(tcp: Socket, { url, target, trust, allowOldTls = false, session }: TlsTarget): TLSSocket {
  const name = url.hostname.replace(/^\[|\]$/g, "");
  return connectTls({
    socket: tcp,
    host: target.address,
    ...(isIP(name) === 0 ? { servername: name } : {}),
    ...(trust === "pin" ? { rejectUnauthorized: false, checkServerIdentity: () => undefined } : {}),
    ...(allowOldTls ? OLD_TLS : trust === "pin" ? { secureContext: pinningContext() } : {}),
    ...(session === undefined ? {} : { session }),
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

/**
 * OpenSSL's error codes for a device with outdated TLS: it refuses the offered versions, answers with one that was not offered, or is
 * weaker than the default allows. A port without TLS gives none of them.
 */
const TOO_OLD: ReadonlyMap<string, TlsWeakness> = new Map([
  ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", "version"],
  ["ERR_SSL_UNSUPPORTED_PROTOCOL", "version"],
  ["ERR_SSL_VERSION_TOO_LOW", "version"],
  ["ERR_SSL_DH_KEY_TOO_SMALL", "strength"],
  ["ERR_SSL_EE_KEY_TOO_SMALL", "strength"],
  ["ERR_SSL_CA_KEY_TOO_SMALL", "strength"],
  ["ERR_SSL_CA_MD_TOO_WEAK", "strength"],
  ["ERR_SSL_WRONG_SIGNATURE_TYPE", "strength"],
  ["ERR_SSL_NO_CIPHERS_AVAILABLE", "strength"],
  ["ERR_SSL_NO_SHARED_CIPHER", "strength"],
  ["ERR_SSL_TLSV1_ALERT_INSUFFICIENT_SECURITY", "strength"],
  ["ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED", "strength"],
]);

/** Returns the error of a failed handshake. A cut is the network's fault; otherwise the port does not speak TLS. */
function tlsFailure(cause?: Error & { code?: string }): Error {
  const cut = cause === undefined || cause.code === "ECONNRESET" || cause.code === "EPIPE";
  if (cut) return new UnreachableError("the connection was cut during the TLS handshake", { cause, reason: "cut" });
  const weakness = TOO_OLD.get(cause.code ?? "");
  if (weakness !== undefined) return new TlsTooOldError(weakness, { cause });
  return new CertificateError("TLS cannot be agreed on with the device", { cause });
}
