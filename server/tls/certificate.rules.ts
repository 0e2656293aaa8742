// Decides which names a certificate of the portal's own holds, and when it is renewed.
import type { TlsSource } from "#contract/portal-certificate.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Short enough for every platform (Apple allows 825 days), long enough to show on Operations. */
export const LEAF_DAYS = 90;
const RENEWED_DAYS = 30;
const AUTHORITY_YEARS = 20;
/** Certificates begin this long ago, so that they stay valid if the clock is later set back. */
const EARLIEST = Date.UTC(2020, 0, 1);
/** The portal did not exist before this day, so an earlier clock has lost its battery. */
const BUILT = Date.UTC(2026, 0, 1);
const MOST_NAMES = 50;

export interface Life {
  from: Date;
  to: Date;
}

/** Returns the validity of a new certificate. It begins a day ago, for devices with a slow clock. */
export const leafLife = (now: Date): Life => ({
  from: new Date(now.getTime() - DAY_MS),
  to: new Date(now.getTime() + LEAF_DAYS * DAY_MS),
});

/** Returns a life that no clock can make unusable, because people install this certificate by hand. */
export function authorityLife(now: Date): Life {
  const to = new Date(Math.max(now.getTime(), BUILT));
  to.setUTCFullYear(to.getUTCFullYear() + AUTHORITY_YEARS);
  return { from: new Date(EARLIEST), to };
}

/** Tells whether a leaf must be renewed: it ends soon, the clock was set back, or the names have changed. */
export function isLeafOver(
  leaf: Life & { names: readonly string[] },
  { now, names }: { now: Date; names: readonly string[] },
): boolean {
  const left = leaf.to.getTime() - now.getTime();
  return left < RENEWED_DAYS * DAY_MS || now < leaf.from || leaf.names.join() !== names.join();
}

export interface Listening {
  host: string;
  publicUrl: string | null;
  tls: "internal" | null;
  tlsCertFile: string | null;
  tlsKeyFile: string | null;
  trustedProxies: readonly string[];
}

/** Lists the names by which this server may be called, without repeats; the public name is first. */
export function ownNames(
  { host, publicUrl }: Pick<Listening, "host" | "publicUrl">,
  machine: { hostname: string; addresses: readonly string[] },
): string[] {
  const called = publicUrl === null ? [] : [bare(new URL(publicUrl).hostname)];
  const own = isEverywhere(host) ? [machine.hostname, ...machine.addresses] : [bare(host)];
  const all = [...called, ...own, "localhost", "127.0.0.1", "::1"].map((name) => name.toLowerCase());
  return [...new Set(all)].filter((name) => name !== "").slice(0, MOST_NAMES);
}

const bare = (host: string) => host.replace(/^\[(.*)\]$/, "$1");
const isEverywhere = (host: string) => host === "0.0.0.0" || host === "::";
const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);

/** Returns how browsers reach the server encrypted; "none" over plain HTTP. */
export function tlsSource(config: Omit<Listening, "trustedProxies">): TlsSource {
  if (config.tls === "internal") return "internal";
  if (config.tlsCertFile !== null) return "files";
  return config.publicUrl?.startsWith("https://") ? "proxy" : "none";
}

/** Tells whether the portal speaks plain HTTP with other machines. This machine and named proxies do not count. */
export function isPlainOutside(config: Listening): boolean {
  const source = tlsSource(config);
  if (source === "internal" || source === "files" || isLoopback(config.host)) return false;
  return source === "none" || config.trustedProxies.length === 0;
}

/** Returns where a request over plain HTTP belongs. Without PUBLIC_URL: the name that the caller has used. */
export function redirectTarget(
  asked: { host: string | undefined; path: string },
  { publicUrl, fallback, port }: { publicUrl: string | null; fallback: string; port: number },
): string {
  const path = asked.path.startsWith("/") ? asked.path : "/";
  if (publicUrl !== null) return new URL(publicUrl).origin + path;
  const name = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/i.exec(asked.host ?? "")?.[1] ?? fallback;
  return `https://${name}${port === 443 ? "" : `:${port}`}${path}`;
}
