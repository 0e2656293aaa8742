// Tests a unit with TLS 1.2 and outdated keys: it is reported as too old, and used where a system admin allows that.
import { createDiffieHellmanGroup } from "node:crypto";
import { createServer } from "node:https";
import { afterEach, expect, test } from "vitest";
import { makeCertificate } from "#simulators/network/certificate.ts";
import { systemClock } from "./clock.ts";
import { findConnection } from "./find-connection.ts";
import { createNetworkPolicy } from "./network-policy.ts";

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

const integer = (bytes: Buffer): Buffer => {
  const value = (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
  const length = value.length > 127 ? [0x81, value.length] : [value.length];
  return Buffer.concat([Buffer.from([2, ...length]), value]);
};
/** Makes a group of 1024 bits (RFC 2409). */
function shortGroup(): string {
  const content = Buffer.concat([integer(createDiffieHellmanGroup("modp2").getPrime()), integer(Buffer.from([2]))]);
  const der = Buffer.concat([Buffer.from([0x30, 0x81, content.length]), content]);
  return `-----BEGIN DH PARAMETERS-----\n${der.toString("base64")}\n-----END DH PARAMETERS-----\n`;
}

test("a key exchange of 1024 bits is too old, and the certificate is shown where old TLS is allowed", async () => {
  const { key, cert, sha256 } = makeCertificate("127.0.0.1", "rsa");
  const ciphers = "DHE-RSA-AES128-GCM-SHA256:@SECLEVEL=0";
  const server = createServer(
    { key, cert, dhparam: shortGroup(), ciphers, minVersion: "TLSv1.2", maxVersion: "TLSv1.2" },
    (_request, response) => void response.end("in"),
  );
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening");
  const urls = [new URL(`https://127.0.0.1:${address.port}`)];
  const options = { network: createNetworkPolicy({ allow: [], allowLoopback: true }), clock: systemClock };
  await expect(findConnection(urls, options)).rejects.toMatchObject({ code: "tls_too_old", weakness: "strength" });
  expect(await findConnection(urls, { ...options, allowOldTls: true })).toMatchObject({ certificate: { sha256 } });
});
