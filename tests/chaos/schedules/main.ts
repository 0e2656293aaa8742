// npm run schedules: drawn schedules at drawn instants, judged in SQL, in TypeScript and by a third evaluator. Writes docs/reliability.md.
import { readCli } from "#scripts/lib/cli.ts";
import { startTestCluster } from "#tests/support/cluster.ts";
import { openPool } from "#tests/support/pool.ts";
import { createTestDatabase } from "#tests/support/postgres.ts";
import { reportCampaign } from "../report-campaign.ts";
import { compareEvaluators } from "./campaign.ts";

const { values } = readCli({
  usage: "npm run schedules",
  options: {
    pairs: { type: "integer", default: 20_000, help: "of a schedule and an instant" },
    seed: { type: "integer", default: 1, help: "the same seed draws the same pairs" },
    "no-write": { type: "boolean", help: "leaves docs/reliability.md alone" },
  },
});
const { pairs, seed } = values;

const cluster = await startTestCluster();
try {
  const admin = openPool({ connectionString: (await createTestDatabase()).adminUrl, max: 1 });
  const result = await compareEvaluators(admin, { pairs, seed });
  await admin.end();
  const { open, schedules, differences } = result;
  const found = [
    `\`npm run schedules -- --pairs ${pairs} --seed ${seed}\`, ${new Date().toISOString().slice(0, 10)}: ${schedules} schedules at ${result.pairs} instants; SQL, TypeScript and a`,
    `third evaluator (ical.js, a table of holidays, PostgreSQL's local time) call ${open.sql}, ${open.typescript} and ${open.third} of them open, with ${differences} differences.`,
  ].join("\n");
  const isBroken = differences > 0 || open.sql === 0;
  await reportCampaign({ section: "schedules", found, write: !values["no-write"], broken: isBroken ? result : null });
} finally {
  await cluster.stop();
}
