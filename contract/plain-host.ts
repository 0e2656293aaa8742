// Accepts a host only if a person and a URL parser read it alike. Labels and exports pad numbers (192.168.001.010), which a URL reads as
// octal. URLs also accept hex, fewer parts, one number, full-width digits and invisible characters.

const IPV4 = /^\d+(\.\d+){3}$/;
/** Any alphabet is allowed, since names may use it. */
const SEEN = /^[\p{L}\p{M}\p{Nd}._-]+$/u;

/** Tells whether `typed` stands unchanged in `url`. SQL twin: private.reads_one_way. */
export function readsOneWay(typed: string, url: URL): boolean {
  if (typed.startsWith("[")) return true;
  if (IPV4.test(url.hostname)) return typed === url.hostname;
  return SEEN.test(typed) && typed.normalize("NFC") === typed.normalize("NFKC");
}

/** Tells the same of a whole URL. */
export function hostReadsOneWay(text: string): boolean {
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@?#]*@)?(\[[^\]]*\]|[^:/?#]*)/i.exec(text.trim())?.[1];
  return host !== undefined && URL.canParse(text) && readsOneWay(host, new URL(text));
}
