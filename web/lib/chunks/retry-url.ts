// Makes URLs for retrying a failed module import. The old HTML rule (Chromium to at least 153) keeps a failed fetch in the module map for
// the page's lifetime; a query makes another URL of the same file.

/** The end of the message in Chromium and Firefox. Safari names no URL. */
const NAMED = / dynamically imported module: (\S+)$/;
const FILE = /^[\w.-]+\.js$/;

/** Returns the retry URL; null unless `error` names one of the portal's built files, since nothing else may be run. */
export function retryUrl(error: unknown, origin: string, count: number): string | null {
  const named = error instanceof Error ? NAMED.exec(error.message)?.[1] : undefined;
  const assets = `${origin}/assets/`;
  if (named === undefined || !named.startsWith(assets) || !FILE.test(named.slice(assets.length))) return null;
  return `${named}?again=${count}`;
}
