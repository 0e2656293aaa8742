// `npm run screenshots`: every page and the main dialogs of a demo of its own, in ./screenshots.
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { findBrowser } from "./lib/browser.ts";
import { readCli } from "./lib/cli.ts";
import { root } from "./lib/paths.ts";
import { listenForStop } from "./lib/stopping.ts";
import { takeHandbookShots } from "./screenshots/handbook-shots.ts";
import { ACCOUNTS, DOCUMENT_SHOTS, LOOKS, pathsWithoutShot } from "./screenshots/plan.ts";
import { startDemo } from "./screenshots/start-demo.ts";
import { type ShotProblem, takeShots } from "./screenshots/take-shots.ts";
import { untilRefused } from "./screenshots/until-refused.ts";

/** Size limit, because documents are part of every clone. */
const MAX_DOCUMENT_BYTES = 300_000;

const { values } = readCli({
  usage: "npm run screenshots",
  options: {
    docs: { type: "boolean", help: "those of README instead" },
    handbook: { type: "boolean", help: "those of the handbook instead" },
    only: { type: "string", help: "those whose name contains it" },
    url: { type: "string", help: "of a demo that runs already" },
  },
});

const found = await findBrowser();
if ("error" in found) {
  console.error(found.error);
  process.exit(1);
}
await using stack = new AsyncDisposableStack();
const stop = listenForStop();
const url = values.url ?? stack.use(await startDemo()).url;
const browser = stack.adopt(
  await chromium.launch({ executablePath: found.path, args: ["--no-sandbox", "--disable-gpu"] }),
  async (opened) => opened.close(),
);
// A request to stop closes the browser; the demo is stopped and deleted afterwards.
stop.addEventListener("abort", () => void browser.close());
try {
  const problems = await takeWanted();
  if (problems.length > 0) process.exitCode = 1;
} catch (error) {
  if (!stop.aborted) throw error;
  process.exitCode = 130;
}

async function takeWanted(): Promise<ShotProblem[]> {
  if (values.docs) return takeDocumentScreenshots();
  if (values.handbook) return show(await takeHandbookShots({ browser, url, only: values.only, stop }));
  return takeAll();
}

async function takeAll(): Promise<ShotProblem[]> {
  const folder = join(root, "screenshots");
  const wrong: ShotProblem[] = [];
  for (const path of pathsWithoutShot(readFileSync(join(root, "web/app/router.tsx"), "utf8"))) {
    wrong.push(
      ...show([{ file: path, reason: "is a page without a screenshot: add it to scripts/screenshots/plan.ts" }]),
    );
  }
  for (const name of await untilRefused({ url, accounts: ACCOUNTS, only: values.only, stop })) {
    wrong.push(...show([{ file: join(folder, name), reason: "the demo refused nobody, so its log is empty" }]));
  }
  for (const account of ACCOUNTS) {
    for (const look of LOOKS) {
      stop.throwIfAborted();
      console.log(`${account.name} ${look.name}`);
      wrong.push(...show(await takeShots({ browser, url, account, look, folder, only: values.only })));
    }
  }
  console.log(`screenshots are in ${folder}`);
  return wrong;
}

async function takeDocumentScreenshots(): Promise<ShotProblem[]> {
  const wrong: ShotProblem[] = [];
  for (const [name, file] of Object.entries(DOCUMENT_SHOTS.files)) wrong.push(...(await takeDocumentShot(name, file)));
  return wrong;
}

async function takeDocumentShot(name: string, file: string): Promise<ShotProblem[]> {
  const account = ACCOUNTS.find((one) => one.name === DOCUMENT_SHOTS.account);
  const look = LOOKS.find((one) => one.name === DOCUMENT_SHOTS.look);
  const shot = account?.shots.find((one) => one.name === name);
  if (!account || !look || !shot) throw new Error(`the document's screenshot ${name} is not in the plan`);
  const target = join(root, "docs", "screenshots");
  const scratch = join(root, ".cache", "screenshots");
  mkdirSync(target, { recursive: true });
  // Uses double density if the file is small enough.
  for (const scale of [2, 1]) {
    stop.throwIfAborted();
    const one = { ...account, shots: [shot] };
    const wrong = await takeShots({ browser, url, account: one, look, folder: scratch, scale });
    const taken = join(scratch, account.name, `${shot.name}-${look.name}.png`);
    if (wrong.length > 0) return show(wrong);
    if (statSync(taken).size > MAX_DOCUMENT_BYTES) continue;
    copyFileSync(taken, join(target, file));
    rmSync(scratch, { recursive: true });
    console.log(join(target, file));
    return [];
  }
  return show([{ file, reason: `is larger than ${MAX_DOCUMENT_BYTES} bytes` }]);
}

function show(problems: ShotProblem[]): ShotProblem[] {
  for (const { file, reason } of problems) console.error(`  ${file}\n    ${reason}`);
  return problems;
}
