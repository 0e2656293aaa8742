// The installation's own certificate authority, shared by all servers, and each server's certificate from it.
import { createHash, randomBytes, randomUUID, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type { CryptoKey } from "jose";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { encryptionAad } from "#database/encrypted-columns.ts";
import { EncryptionError, type KeyRing } from "#server/platform/crypto/key-ring.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { type AuthorityRow, insertAuthority, lockAuthorities, readAuthority } from "./authority.store.ts";
import { authorityLife, LEAF_DAYS, leafLife } from "./certificate.rules.ts";
import type { ServedCertificate } from "./certificate-files.ts";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const SERVER_AUTHENTICATION = "1.3.6.1.5.5.7.3.1";

export interface Authority {
  /** PEM. */
  certificate: string;
  privateKey: CryptoKey;
}

export interface AuthorityDeps {
  /** The pool of portal_auth. */
  pool: Pool;
  keys: Pick<KeyRing, "encryptText" | "openText">;
  log: Pick<Logger, "error">;
}

/** Loaded only where it is used: it costs memory that an installation behind a proxy need not spend. */
async function x509() {
  await import("reflect-metadata");
  return import("@peculiar/x509");
}

/** Returns the authority; the first server makes it. Another is made when it ends soon, or no key of this server opens it. */
export async function openAuthority(deps: AuthorityDeps, now: Date): Promise<Authority> {
  return transaction(deps.pool, async (client) => {
    await lockAuthorities(client);
    const stored = await readAuthority(client, LEAF_DAYS);
    const opened = stored && (await opening(deps, stored));
    if (opened !== null) return opened;
    const made = await makeAuthority(now);
    const id = randomUUID();
    const encrypted = deps.keys.encryptText(made.pem, encryptionAad("tls_authorities.encrypted_private_key", id));
    await insertAuthority(client, { id, certificate: made.certificate, encrypted, expiresAt: authorityLife(now).to });
    return { certificate: made.certificate, privateKey: await importKey(made.pem) };
  });
}

async function opening({ keys, log }: AuthorityDeps, row: AuthorityRow): Promise<Authority | null> {
  try {
    const pem = keys.openText(row.encrypted, encryptionAad("tls_authorities.encrypted_private_key", row.id));
    return { certificate: row.certificate, privateKey: await importKey(pem) };
  } catch (error) {
    if (!(error instanceof EncryptionError)) throw error;
    log.error(
      { err: error },
      "no secret key opens the certificate authority; another is made, which every device must trust anew",
    );
    return null;
  }
}

async function makeAuthority(now: Date): Promise<{ certificate: string; pem: string }> {
  const {
    X509CertificateGenerator,
    BasicConstraintsExtension,
    KeyUsagesExtension,
    KeyUsageFlags,
    SubjectKeyIdentifierExtension,
    PemConverter,
  } = await x509();
  const pair = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const { from, to } = authorityLife(now);
  const made = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    // A few random letters tell the authorities of two installations apart in a list.
    name: [{ CN: [`Access portal ${randomBytes(3).toString("hex")}`] }],
    notBefore: from,
    notAfter: to,
    keys: pair,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(pair.publicKey),
    ],
  });
  const pem = PemConverter.encode(await crypto.subtle.exportKey("pkcs8", pair.privateKey), "PRIVATE KEY");
  return { certificate: made.toString("pem"), pem };
}

async function importKey(pem: string): Promise<CryptoKey> {
  const { PemConverter } = await x509();
  return crypto.subtle.importKey("pkcs8", PemConverter.decodeFirst(pem), ALGORITHM, false, ["sign"]);
}

/** Makes a certificate for this server. Its key is never stored. */
export async function makeLeaf(authority: Authority, names: readonly string[], now: Date): Promise<ServedCertificate> {
  const library = await x509();
  const issuer = new library.X509Certificate(authority.certificate);
  const pair = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const life = leafLife(now);
  const made = await library.X509CertificateGenerator.create({
    serialNumber: serial(),
    subject: [{ CN: [(names[0] ?? "portal").slice(0, 64)] }],
    issuer: issuer.subject,
    notBefore: life.from,
    notAfter: life.to,
    publicKey: pair.publicKey,
    signingKey: authority.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new library.BasicConstraintsExtension(false, undefined, true),
      new library.KeyUsagesExtension(library.KeyUsageFlags.digitalSignature, true),
      new library.ExtendedKeyUsageExtension([SERVER_AUTHENTICATION]),
      new library.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? ("dns" as const) : ("ip" as const), value })),
      ),
      await library.SubjectKeyIdentifierExtension.create(pair.publicKey),
      await library.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  const key = library.PemConverter.encode(await crypto.subtle.exportKey("pkcs8", pair.privateKey), "PRIVATE KEY");
  return { cert: `${made.toString("pem")}\n${authority.certificate}\n`, key, names, ...life };
}

/** A positive number of 127 bits. */
function serial(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString("hex");
}

/** Returns what people compare before they trust the certificate. */
export function fingerprintOf(certificate: string): { sha256: string; validTo: Date } {
  const { raw, validTo } = new X509Certificate(certificate);
  return { sha256: createHash("sha256").update(raw).digest("hex"), validTo: new Date(validTo) };
}
