// `npm test`, its parts and its domains (`npm test -- people`). The last line is the total: "N passed, N failed".
import { globSync } from "node:fs";
import { describeResult, runChecks } from "./lib/check.ts";
import { SELECTIONS, selectDomains } from "./lib/checks.ts";
import { domainsOf, testsOfDomains } from "./lib/domain-tests.ts";
import { root } from "./lib/paths.ts";
import { minutesHere } from "./lib/slowness.ts";
import { listenForStop } from "./lib/stopping.ts";

const [name = "all", ...args] = process.argv.slice(2);

function groups() {
  const select = SELECTIONS[name];
  if (select) return select(args);
  const files = globSync("{server,web,tests,drivers,rest}/**/*.test.{ts,tsx}", { cwd: root }).map((file) =>
    file.replaceAll("\\", "/"),
  );
  const known = domainsOf(files);
  const unknown = [name, ...args].filter((one) => !known.includes(one));
  if (unknown.length === 0) return selectDomains(testsOfDomains([name, ...args], files));
  console.error(
    `There is no part or domain "${unknown.join(", ")}". Parts: ${Object.keys(SELECTIONS).join(", ")}. Domains: ${known.join(", ")}.`,
  );
  process.exit(2);
}

const selected = groups();
const signal = listenForStop();
if (name === "all") console.log(`All tests: about ${minutesHere()} minutes on this machine.`);
const total = await runChecks(selected, signal);
if (signal.aborted) console.log("Stopped before the end.");
// Repeated at the end, because people read or keep the end of a log.
for (const failure of total.failures) console.log(`✗ ${failure}`);
console.log(describeResult(total));
process.exit(total.failed === 0 && !signal.aborted ? 0 : 1);
