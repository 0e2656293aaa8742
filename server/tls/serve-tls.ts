// The certificate that this server speaks TLS with: of files, or of the installation's own authority. It is replaced while the server runs.
import { hostname, networkInterfaces } from "node:os";
import type { Logger } from "pino";
import { plainHttpRefused, tlsRefused } from "#contract/errors/settings.ts";
import { englishTlsTroubles, type TlsSource, type TlsTrouble, tlsTroubles } from "#contract/portal-certificate.ts";
import type { Clock } from "#drivers/clock.ts";
import { type Config, ConfigError } from "#server/platform/config.ts";
import { repeat } from "#server/platform/jobs/run-jobs.ts";
import { type Authority, type AuthorityDeps, makeLeaf, openAuthority } from "./authority.ts";
import { isLeafOver, isPlainOutside, ownNames, tlsSource } from "./certificate.rules.ts";
import {
  CertificateFileError,
  type CertificateFiles,
  checkCertificate,
  readCertificateFiles,
  type ServedCertificate,
} from "./certificate-files.ts";

export interface Tls {
  readonly source: TlsSource;
  /** Null behind a proxy, and over plain HTTP. */
  served(): ServedCertificate | null;
  /** The authority's certificate in PEM; null without one. */
  readonly authority: string | null;
  /** Why the newest files are not in use; null when they are. */
  trouble(): TlsTrouble | null;
  /** Follows the files, or renews the certificate before it ends, until the signal aborts. */
  keep(everyMs: number, signal: AbortSignal, onRenewed: (certificate: ServedCertificate) => void): Promise<void>;
}

export interface TlsDeps extends AuthorityDeps {
  config: Config;
  clock: Clock;
  log: Logger;
}

/** Opens the certificate. Throws ConfigError with what to do for files that cannot be used. */
export async function openTls(deps: TlsDeps): Promise<Tls> {
  const { config } = deps;
  if (isPlainOutside(config) && !config.allowHttp) throw new ConfigError(plainHttpRefused(config.host));
  const files = filesOf(config);
  if (files !== null) return followFiles(deps, files);
  if (config.tls === "internal") return ownCertificate(deps, await openAuthority(deps, deps.clock.now()));
  return { source: tlsSource(config), authority: null, served: () => null, trouble: () => null, keep: async () => {} };
}

/** Checks how the portal is to be reached, before anything slow is begun. Throws ConfigError with what to do. */
export async function requireTransport(config: Config, now: Date): Promise<void> {
  if (isPlainOutside(config) && !config.allowHttp) throw new ConfigError(plainHttpRefused(config.host));
  const files = filesOf(config);
  if (files !== null) await firstOf(files, now);
}

const filesOf = ({ tlsCertFile: certFile, tlsKeyFile: keyFile }: Config): CertificateFiles | null =>
  certFile === null || keyFile === null ? null : { certFile, keyFile };

async function firstOf(files: CertificateFiles, now: Date): Promise<ServedCertificate> {
  try {
    return checkCertificate(await readCertificateFiles(files), files, now);
  } catch (error) {
    if (!(error instanceof CertificateFileError)) throw error;
    const { trouble, path } = error;
    throw new ConfigError(tlsRefused(path, tlsTroubles[trouble], englishTlsTroubles[trouble]), { cause: error });
  }
}

async function followFiles({ clock, log }: TlsDeps, files: CertificateFiles): Promise<Tls> {
  let served = await firstOf(files, clock.now());
  let seen = `${served.cert}\0${served.key}`;
  let trouble: TlsTrouble | null = null;
  const failed = (error: unknown) => {
    if (!(error instanceof CertificateFileError)) throw error;
    if (trouble === error.trouble) return;
    trouble = error.trouble;
    log.warn(
      { err: error, trouble },
      "the certificate's files cannot be used; the certificate from before stays in use",
    );
  };
  /** Returns the certificate when the files have changed and can be used. */
  const look = async (): Promise<ServedCertificate | null> => {
    try {
      const { cert, key } = await readCertificateFiles(files);
      if (`${cert}\0${key}` === seen) {
        trouble = null; // The files are those in use, also when they are back as they were.
        return null;
      }
      const checked = checkCertificate({ cert, key }, files, clock.now());
      seen = `${cert}\0${key}`;
      trouble = null;
      return checked;
    } catch (error) {
      failed(error);
      return null;
    }
  };
  return {
    source: "files",
    authority: null,
    served: () => served,
    trouble: () => trouble,
    keep: (everyMs, signal, onRenewed) =>
      repeat({ clock, log, everyMs, failed: "the certificate's files were not looked at" }, signal, async () => {
        const renewed = await look();
        if (renewed === null) return;
        onRenewed(renewed);
        served = renewed;
        log.info({ names: served.names, until: served.to }, "a new certificate is in use");
      }),
  };
}

async function ownCertificate({ config, clock, log }: TlsDeps, authority: Authority): Promise<Tls> {
  const names = () => ownNames(config, { hostname: hostname(), addresses: ownAddresses() });
  let served = await makeLeaf(authority, names(), clock.now());
  return {
    source: "internal",
    authority: authority.certificate,
    served: () => served,
    trouble: () => null,
    keep: (everyMs, signal, onRenewed) =>
      repeat({ clock, log, everyMs, failed: "the certificate was not renewed" }, signal, async () => {
        const due = { now: clock.now(), names: names() };
        if (!isLeafOver(served, due)) return;
        const renewed = await makeLeaf(authority, due.names, due.now);
        onRenewed(renewed);
        served = renewed;
        log.info({ names: served.names, until: served.to }, "a new certificate is in use");
      }),
  };
}

function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all
    .filter(({ internal, address }) => !internal && !/^(fe80|169\.254\.)/i.test(address))
    .map(({ address }) => address)
    .sort();
}
