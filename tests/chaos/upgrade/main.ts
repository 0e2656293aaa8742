// npm run upgrade: two servers are updated one after the other to two made-up next versions, under traffic. Prints one table.
import { loadavg } from "node:os";
import { readCli } from "#scripts/lib/cli.ts";
import { keepInDocument } from "#scripts/lib/keep-in-document.ts";
import { runUpgrade, type UpgradeResult } from "./round.ts";

/** A migration may not make a save wait longer. */
const LOCK_LIMIT_MS = 250;

const { values } = readCli({
  usage: "npm run upgrade",
  options: {
    rounds: { type: "integer", default: 3 },
    people: { type: "integer", default: 20_000, help: "rows that the backfill changes" },
    seed: { type: "integer", default: 1, help: "of the first round" },
    write: { type: "boolean", help: "keeps the table in docs/reliability.md" },
  },
});
const results: UpgradeResult[] = [];
for (let round = 0; round < values.rounds; round++) {
  const result = await runUpgrade({ seed: values.seed + round, people: values.people, log: console.log });
  results.push(result);
  const { failed, pages, lost, openings, missed, other, longestLock, slowest, nobodyReady, acknowledged } = result;
  console.log(
    `round ${round + 1}: ${acknowledged} acknowledged, longest lock ${Math.round(longestLock.ms)} ms (${longestLock.table}; select 1 ${Math.round(slowest)} ms), load ${loadavg()[0]?.toFixed(1)}`,
  );
  for (const one of [...failed, ...pages, ...lost, ...openings, ...missed, ...other]) console.log(`  BROKEN ${one}`);
  if (nobodyReady > 0) console.log(`  BROKEN no server was ready at ${nobodyReady} moments`);
}
const sum = (count: (one: UpgradeResult) => number) => results.reduce((total, one) => total + count(one), 0);
const longest = Math.round(Math.max(...results.map(({ longestLock }) => longestLock.ms)));
const table = [
  `\`npm run upgrade -- --rounds ${values.rounds} --people ${values.people}\`, ${new Date().toISOString().slice(0, 10)}, load ${loadavg()[0]?.toFixed(1)}:`,
  "",
  "| Rounds | Servers updated | Calls acknowledged | Calls failed | Calls of the next page failed | Lost | Log rows missed | Openings wrong | Other | No server ready | Longest wait for a lock, ms | For `select 1`, ms |",
  "|---|---|---|---|---|---|---|---|---|---|---|---|",
  `| ${results.length} | ${results.length * 4} | ${sum((one) => one.acknowledged)} | ${sum((one) => one.failed.length)} | ${sum((one) => one.pages.length)} | ${sum((one) => one.lost.length)} | ${sum((one) => one.missed.length)} | ${sum((one) => one.openings.length)} | ${sum((one) => one.other.length)} | ${sum((one) => one.nobodyReady)} | ${longest} | ${Math.round(Math.max(...results.map(({ slowest }) => slowest)))} |`,
].join("\n");
console.log(table);
if (values.write) await keepInDocument("reliability.md", "upgrade", table);
const broken = results.some(
  ({ failed, pages, lost, openings, missed, other, nobodyReady }) =>
    failed.length + pages.length + lost.length + openings.length + missed.length + other.length + nobodyReady > 0,
);
process.exit(broken || longest > LOCK_LIMIT_MS ? 1 : 0);
