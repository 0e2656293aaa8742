/** The folders that hold one domain's tests, by kind of test. */
export interface DomainTests {
  readonly unit: readonly string[];
  readonly integration: readonly string[];
  readonly browser: readonly string[];
}

/** A domain has the same name in each of these. */
const UNIT_ROOTS = ["", "server/", "web/features/", "web/lib/", "web/ui/"];
const INTEGRATION_ROOT = "tests/integration/";
const BROWSER_ROOT = "tests/e2e/";

const NAMING = new RegExp(`^(?:server/|web/features/|${INTEGRATION_ROOT}|${BROWSER_ROOT})([a-z-]+)/`);

/** Returns every name that `npm test -- NAME` takes, of the repository's test files. */
export function domainsOf(testFiles: readonly string[]): string[] {
  return [...new Set(testFiles.flatMap((file) => NAMING.exec(file)?.[1] ?? []))].toSorted();
}

/** Returns the folders of these domains' tests; a kind without tests has none. */
export function testsOfDomains(domains: readonly string[], testFiles: readonly string[]): DomainTests {
  const below = (roots: readonly string[]) =>
    domains
      .flatMap((domain) => roots.map((root) => `${root}${domain}/`))
      .filter((folder) => testFiles.some((file) => file.startsWith(folder)));
  return { unit: below(UNIT_ROOTS), integration: below([INTEGRATION_ROOT]), browser: below([BROWSER_ROOT]) };
}
