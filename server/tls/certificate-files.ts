// Reads TLS_CERT_FILE and TLS_KEY_FILE, and checks them before anybody is served with them.
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import type { TlsTrouble } from "#contract/portal-certificate.ts";
import type { Life } from "./certificate.rules.ts";

/** A file that cannot be served with. */
export class CertificateFileError extends Error {
  override name = "CertificateFileError";
  readonly trouble: TlsTrouble;
  readonly path: string;

  constructor(trouble: TlsTrouble, path: string, options?: ErrorOptions) {
    super(`${path}: ${trouble}`, options);
    this.trouble = trouble;
    this.path = path;
  }
}

export interface ServedCertificate extends Life {
  /** PEM, with its chain. */
  cert: string;
  /** PEM. */
  key: string;
  names: readonly string[];
}

export interface CertificateFiles {
  certFile: string;
  keyFile: string;
}

/** Returns both files as they are now. Throws CertificateFileError. */
export async function readCertificateFiles({
  certFile,
  keyFile,
}: CertificateFiles): Promise<{ cert: string; key: string }> {
  return { cert: await textOf(certFile), key: await textOf(keyFile) };
}

/** Checks that the two fit each other and this moment. Throws CertificateFileError. */
export function checkCertificate(
  { cert, key }: { cert: string; key: string },
  { certFile, keyFile }: CertificateFiles,
  now: Date,
): ServedCertificate {
  const leaf = attempt("no_certificate", certFile, () => new X509Certificate(cert));
  const privateKey = attempt("no_key", keyFile, (): KeyObject => createPrivateKey(key));
  if (!leaf.checkPrivateKey(privateKey)) throw new CertificateFileError("other_key", keyFile);
  const life = { from: new Date(leaf.validFrom), to: new Date(leaf.validTo) };
  if (life.to <= now) throw new CertificateFileError("expired", certFile);
  if (life.from > now) throw new CertificateFileError("not_yet_valid", certFile);
  attempt("refused", certFile, () => createSecureContext({ cert, key }));
  return { cert, key, ...life, names: namesOf(leaf) };
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new CertificateFileError("unreadable", path, { cause });
  }
}

function attempt<T>(trouble: TlsTrouble, path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new CertificateFileError(trouble, path, { cause });
  }
}

const namesOf = ({ subjectAltName }: X509Certificate): string[] =>
  (subjectAltName ?? "")
    .split(", ")
    .map((name) => name.replace(/^(DNS|IP Address):/, ""))
    .filter((name) => name !== "");
