// A host that a person and a URL parser read alike. Labels and exports pad numbers (192.168.001.010), which a URL reads as
// octal, and it also takes hex, fewer parts, one number, full-width digits and signs that nobody sees.

const IPV4 = /^\d+(\.\d+){3}$/;
/** Any alphabet, since names may have it. */
const SEEN = /^[\p{L}\p{M}\p{Nd}._-]+$/u;

/** `typed` as it stands in `url`. SQL twin: private.reads_one_way. */
export function readsOneWay(typed: string, url: URL): boolean {
  if (typed.startsWith("[")) return true;
  if (IPV4.test(url.hostname)) return typed === url.hostname;
  return SEEN.test(typed) && typed.normalize("NFC") === typed.normalize("NFKC");
}

/** The same of a whole URL. */
export function hostReadsOneWay(text: string): boolean {
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@?#]*@)?(\[[^\]]*\]|[^:/?#]*)/i.exec(text.trim())?.[1];
  return host !== undefined && URL.canParse(text) && readsOneWay(host, new URL(text));
}
