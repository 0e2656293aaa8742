import { readFile } from "node:fs/promises";
import { get as getPlain } from "node:http";
import { get as getTls, type RequestOptions } from "node:https";
import { buffer } from "node:stream/consumers";
import type { Config } from "#server/platform/config.ts";

const PATIENCE_MS = 2_500;

type Asked = Pick<Config, "host" | "port" | "publicUrl" | "tls" | "tlsCertFile">;
type Place = Pick<Config, "host" | "port">;

/** Address that stands for all addresses of the machine → the one that is called. */
const WILDCARDS = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);

/**
 * Asks the portal on this machine whether it is ready. Over TLS the certificate must be valid now, for the public name, and of the file or
 * authority that the settings name. Returns null when it is ready, else why not.
 */
export async function askReady({ host, port, publicUrl, tls, tlsCertFile }: Asked): Promise<string | null> {
  const place = { host: WILDCARDS.get(host) ?? host, port };
  try {
    if (tls === null && tlsCertFile === null) return statusOf(await ask(place, "/readyz", null));
    const servername = publicUrl === null ? "localhost" : new URL(publicUrl).hostname;
    const ca = tlsCertFile === null ? await authority(place) : await readFile(tlsCertFile);
    // A certificate file may lack the root, so its own certificates are trusted.
    const trusted = { ca, allowPartialTrustChain: true, ...(isName(servername) && { servername }) };
    return statusOf(await ask(place, "/readyz", trusted));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Returns the authority's certificate. The portal itself supplies it, unchecked. Only the served certificate is checked: it must be whole,
 * valid and issued by that authority.
 */
async function authority(place: Place): Promise<Buffer> {
  const { status, body } = await ask(place, "/functions/v1/tls-authority", { rejectUnauthorized: false });
  if (status !== 200) throw new Error(`the authority's certificate: ${status}`);
  return body;
}

const isName = (host: string) => !/^[\d.]+$|:|^\[/.test(host);

const statusOf = ({ status, body }: Answer): string | null =>
  status === 200 ? null : `${status} ${body.toString("utf8")}`;

interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

function ask(place: Place, path: string, tls: RequestOptions | null): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { ...place, path, timeout: PATIENCE_MS };
    const request = tls === null ? getPlain(options) : getTls({ ...options, ...tls, agent: false });
    request.once("timeout", () => request.destroy(new Error(`no answer within ${PATIENCE_MS} ms`)));
    request.once("error", reject);
    request.once("response", (response) => {
      buffer(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
  });
}
