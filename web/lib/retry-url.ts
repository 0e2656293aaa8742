// Where a module that could not be fetched can be asked for once more. The old HTML rule, which browsers in use follow
// (Chromium to at least 153), keeps a failed fetch in the module map for as long as the page stands: the same address never
// goes to the network again. A query makes it another address, of the same file.

/** How Chromium and Firefox end the sentence. Safari names no address. */
const NAMED = / dynamically imported module: (\S+)$/;
const FILE = /^[\w.-]+\.js$/;

/**
 * The address under which to import anew what failed with `error`; null where it names none of our own built files, for then
 * nothing says what may be run. A new `count` gives a new address.
 */
export function secondAddress(error: unknown, origin: string, count: number): string | null {
  const named = error instanceof Error ? NAMED.exec(error.message)?.[1] : undefined;
  const assets = `${origin}/assets/`;
  if (named === undefined || !named.startsWith(assets) || !FILE.test(named.slice(assets.length))) return null;
  return `${named}?again=${count}`;
}
