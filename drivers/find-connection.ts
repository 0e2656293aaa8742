// Finds how to connect to a device. Sends no account and no path of a vendor, so it may run before a certificate is accepted.
import type { DeviceCertificate } from "./certificate.ts";
import { createConnector } from "./connector.ts";
import {
  CertificateError,
  ConnectionLostError,
  DeviceError,
  NonsenseReplyError,
  TlsTooOldError,
  UnreachableError,
} from "./errors.ts";
import { createTransport, type DriverOptions } from "./transport.ts";

export interface FoundConnection {
  url: URL;
  /** Null over http. */
  certificate: DeviceCertificate | null;
}

export interface FindOptions extends DriverOptions {
  /** Set when a person asks for the certificate of a device that knows no newer TLS. */
  allowOldTls?: boolean;
}

/** Limit for name, TCP and TLS; a person waits for up to two of these. */
const CONNECT_MS = 4_000;
const ANSWER_MS = 4_000;

/** Returns the first candidate that answers; otherwise throws the most informative DeviceError. */
export async function findConnection(candidates: readonly URL[], options: FindOptions): Promise<FoundConnection> {
  let worst: unknown = new UnreachableError("no address to try");
  let most = -1;
  for (const url of candidates) {
    try {
      return {
        url,
        certificate: url.protocol === "https:" ? await shownBy(url, options) : await answers(url, options),
      };
    } catch (error) {
      const says = worth(error);
      if (says === null) throw error;
      if (says > most) [worst, most] = [error, says];
    }
  }
  throw worst;
}

/** Ranks an error; null: no other candidate can do better. */
function worth(error: unknown): number | null {
  if (!(error instanceof DeviceError)) return null;
  if (error instanceof CertificateError || error instanceof TlsTooOldError) return 3;
  if (error instanceof ConnectionLostError || error instanceof NonsenseReplyError) return 2;
  if (error instanceof UnreachableError) return { name: null, cut: 3, refused: 1, other: 0 }[error.reason];
  return error.retryable ? 0 : null;
}

async function shownBy(
  url: URL,
  { network, clock, allowOldTls = false }: FindOptions,
): Promise<DeviceCertificate | null> {
  const connector = createConnector({
    url,
    network,
    clock,
    pinned: null,
    trust: "pin",
    connectMs: CONNECT_MS,
    allowOldTls,
  });
  const socket = await connector.open();
  socket.destroy();
  return connector.certificate();
}

/** Asks a candidate. Any status is an answer, but a TLS port answers 400 to plain http. */
async function answers(url: URL, options: DriverOptions): Promise<null> {
  const nobody = { username: "", password: "", certSha256: null, serial: null, allowPlainHttp: false };
  const timeouts = { connectMs: CONNECT_MS, callMs: ANSWER_MS };
  const transport = createTransport({ baseUrl: url, ...nobody }, { ...options, connections: 1, timeouts });
  try {
    const { status } = await transport.exchange({ method: "GET", path: "/", read: "none" });
    if (status === 400) throw new NonsenseReplyError("400 to a plain request");
    return null;
  } finally {
    await transport.close();
  }
}
