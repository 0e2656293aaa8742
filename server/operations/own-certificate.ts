// Watches the portal's public certificate, which a proxy may forget to renew.
import { connect } from "node:tls";

const LIMIT_MS = 2_000;
const KEPT_MS = 10 * 60_000;
let kept: { at: number; of: string; answer: Promise<{ host: string; valid_to: string } | null> } | null = null;

/** Returns the certificate; null over plain http or when unreachable. `publicUrl` is the portal's setting, never a caller's. */
export async function certificateOf(publicUrl: string | null): Promise<{ host: string; valid_to: string } | null> {
  if (!publicUrl?.startsWith("https://")) return null;
  if (kept === null || kept.of !== publicUrl || performance.now() - kept.at > KEPT_MS) {
    kept = { at: performance.now(), of: publicUrl, answer: ask(new URL(publicUrl)) };
  }
  return kept.answer;
}

function ask({ hostname, port }: URL): Promise<{ host: string; valid_to: string } | null> {
  return new Promise((resolve) => {
    // Nothing is sent, and an expired certificate must not stop the check.
    const socket = connect(
      { host: hostname, port: Number(port || 443), servername: hostname, rejectUnauthorized: false },
      () => {
        const end = new Date(socket.getPeerCertificate().valid_to);
        socket.destroy();
        resolve(Number.isNaN(end.getTime()) ? null : { host: hostname, valid_to: end.toISOString() });
      },
    );
    socket.setTimeout(LIMIT_MS, () => socket.destroy(new Error("no answer")));
    socket.once("error", () => resolve(null));
  });
}
