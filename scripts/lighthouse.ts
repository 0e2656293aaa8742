// `npm run lighthouse`: measures a demo of its own; writes the median of five into docs/performance.md.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type BrowserContext, chromium } from "@playwright/test";
import { z } from "zod";
import { findBrowser } from "./lib/browser.ts";
import { readCli } from "./lib/cli.ts";
import { freePort } from "./lib/free-port.ts";
import { cacheFolder, root } from "./lib/paths.ts";
import { listenForStop } from "./lib/stopping.ts";
import { startDemo } from "./screenshots/start-demo.ts";
import { DEMO_ACCOUNTS } from "./seed/demo-plan.ts";

/** Fetched when needed: 176 MB that no other command needs. */
const LIGHTHOUSE = "lighthouse@13.5.0";
const RUNS = 5;
const MOST_UNRECORDED = 3;
const DOCUMENT = join(root, "docs", "performance.md");
const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;
type Account = (typeof DEMO_ACCOUNTS)[number];
type Scores = Record<(typeof CATEGORIES)[number], number>;

const [SYSTEM_ADMIN, ORG_ADMIN] = DEMO_ACCOUNTS;

const PAGES = [
  { path: "/auth", account: null, goals: { performance: 95, accessibility: 100, "best-practices": 100 } },
  {
    path: "/system-admin",
    account: SYSTEM_ADMIN,
    goals: { performance: 95, accessibility: 100, "best-practices": 100 },
  },
  { path: "/org-admin", account: ORG_ADMIN, goals: { performance: 95, accessibility: 100, "best-practices": 100 } },
] as const satisfies { path: string; account: Account | null | undefined; goals: Scores }[];

const resultSchema = z.object({
  lhr: z.object({
    environment: z.object({ hostUserAgent: z.string() }),
    runtimeError: z.object({ message: z.string() }).optional(),
    categories: z.record(
      z.string(),
      z.object({
        score: z.number().nullable(),
        auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
      }),
    ),
    audits: z.record(
      z.string(),
      z.object({ title: z.string(), score: z.number().nullable(), displayValue: z.string().optional() }),
    ),
  }),
});
type Result = z.infer<typeof resultSchema>["lhr"];
type Lighthouse = (url: string, flags: object) => Promise<unknown>;

const { values } = readCli({
  usage: "npm run lighthouse",
  options: {
    runs: {
      type: "integer",
      default: RUNS,
      min: 1,
      help: "visits of each page; another number is a look, and writes nothing",
    },
    url: { type: "string", help: "of a demo that runs already" },
  },
});
const { runs } = values;

const found = await findBrowser();
if ("error" in found) {
  console.error(found.error);
  process.exit(1);
}
const { path: browserPath, source } = found;
await using stack = new AsyncDisposableStack();
const stop = listenForStop();
const lighthouse = await fetchLighthouse();
const base = values.url ?? stack.use(await startDemo()).url;

/** Returns the one-minute load average: other load costs points. */
function loadNow(): number {
  return loadavg()[0] ?? 0;
}

const loadBefore = loadNow();
const rows: string[] = [];
let browserName = "";
for (const page of PAGES) {
  const results = await visit(page.path, page.account);
  browserName = /[\w]*Chrome\/\d+/.exec(results[0]?.environment.hostUserAgent ?? "")?.[0] ?? "an unnamed browser";
  const medians = Object.fromEntries(
    CATEGORIES.map((name) => [name, median(results.map((one) => scoreOf(one, name)))]),
  );
  const cells = CATEGORIES.map((name) => `${medians[name]} (≥ ${page.goals[name]})`);
  const met = CATEGORIES.every((name) => (medians[name] ?? 0) >= page.goals[name]);
  if (!met) process.exitCode = 1;
  rows.push(`| \`${page.path}\` | ${cells.join(" | ")} | ${met ? "yes" : "no"} |`);
  console.log(rows.at(-1));
  for (const line of whatIsMissing(results)) console.log(`    ${line}`);
}
if (runs === RUNS) writeDocument(rows);

/** Measures five runs over the debugging port of one signed-in browser, cache included. */
async function visit(path: string, account: Account | null | undefined): Promise<Result[]> {
  const profile = mkdtempSync(join(tmpdir(), "portal-lighthouse-"));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath,
    args: ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${port}`],
    locale: "sv-SE",
  });
  try {
    if (account) await signIn(context, account);
    const results: Result[] = [];
    let unrecorded = 0;
    while (results.length < runs) {
      stop.throwIfAborted();
      const flags = { port, logLevel: "error", output: "json", onlyCategories: CATEGORIES };
      const { lhr } = resultSchema.parse(await lighthouse(`${base}${path}`, flags));
      // Lighthouse lost its recording, which says nothing about the page; it is reported.
      if (lhr.runtimeError?.message.includes("NO_NAVSTART") && ++unrecorded <= MOST_UNRECORDED) {
        console.log(`    a run of ${path} was not recorded and is done again`);
        continue;
      }
      if (lhr.runtimeError) throw new Error(`${path}: ${lhr.runtimeError.message}`);
      results.push(lhr);
    }
    return results;
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function signIn(context: BrowserContext, { email, password }: Account) {
  const page = await context.newPage();
  await page.goto(`${base}/auth`);
  await page.getByLabel("E-post").fill(email);
  await page.getByLabel("Lösenord", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Logga in", exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname !== "/auth");
  await page.close();
}

// A function declaration, because the loop above runs first.
function scoreOf(result: Result, category: string): number {
  return Math.round((result.categories[category]?.score ?? 0) * 100);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Returns audits that cost points in the median run, worst first. */
function whatIsMissing(results: readonly Result[]): string[] {
  const middle = results.toSorted((a, b) => scoreOf(a, "performance") - scoreOf(b, "performance"))[
    Math.floor(results.length / 2)
  ];
  if (!middle) return [];
  return CATEGORIES.flatMap((category) =>
    (middle.categories[category]?.auditRefs ?? [])
      .map(({ id, weight }) => ({ weight, audit: middle.audits[id] }))
      .filter(({ audit, weight }) => weight > 0 && audit && audit.score !== null && audit.score < 1)
      .map(({ audit }) => `${category}: ${audit?.title} ${audit?.displayValue ?? ""} (${audit?.score})`),
  );
}

function writeDocument(table: readonly string[]): void {
  const [begin, end] = ["<!-- lighthouse -->", "<!-- /lighthouse -->"];
  const text = readFileSync(DOCUMENT, "utf8");
  const before = text.split(begin)[0] ?? "";
  const after = text.split(end)[1];
  if (after === undefined) throw new Error(`${DOCUMENT} has no ${begin} … ${end}`);
  const head = [
    `Measured ${new Date().toISOString().slice(0, 10)} by \`npm run lighthouse\`: ${LIGHTHOUSE}, mobile preset, ${browserName} (${source}), median of ${RUNS}, the demo beside it on the same machine of ${cpus().length} cores; load before ${loadBefore.toFixed(1)}, after ${loadNow().toFixed(1)}.`,
    "",
    "| Page | Performance | Accessibility | Best practices | Met |",
    "|---|---|---|---|---|",
  ];
  writeFileSync(DOCUMENT, [before, begin, "\n", [...head, ...table].join("\n"), "\n", end, after].join(""));
  console.log(DOCUMENT);
}

async function fetchLighthouse(): Promise<Lighthouse> {
  const folder = join(cacheFolder, "lighthouse");
  const entry = join(folder, "node_modules", "lighthouse", "core", "index.js");
  if (!existsSync(entry)) {
    console.log(`fetching ${LIGHTHOUSE}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", LIGHTHOUSE], { cwd: folder });
  }
  const loaded: { default: Lighthouse } = await import(pathToFileURL(entry).href);
  return loaded.default;
}
