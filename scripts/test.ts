// `npm test` and its parts. The last line is the total: "N passed, N failed".
import { describeResult, runChecks } from "./lib/check.ts";
import { SELECTIONS } from "./lib/checks.ts";
import { minutesHere } from "./lib/slowness.ts";
import { listenForStop } from "./lib/stopping.ts";

const [name = "all", ...args] = process.argv.slice(2);
const select = SELECTIONS[name];
if (!select) {
  console.error(`There is no part "${name}". Parts: ${Object.keys(SELECTIONS).join(", ")}.`);
  process.exit(2);
}
const signal = listenForStop();
if (name === "all") console.log(`All tests: about ${minutesHere()} minutes on this machine.`);
const total = await runChecks(select(args), signal);
if (signal.aborted) console.log("Stopped before the end.");
// Once more at the end: a log may be read, or kept, from there.
for (const failure of total.failures) console.log(`✗ ${failure}`);
console.log(describeResult(total));
process.exit(total.failed === 0 && !signal.aborted ? 0 : 1);
