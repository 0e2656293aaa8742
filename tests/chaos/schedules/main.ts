// npm run schedules: drawn schedules at drawn instants, judged in SQL, in TypeScript, by a third evaluator and by a simulated unit; "Vem
// kommer in?" beside the answers of units with their clocks set, before and after random edits; planted mistakes; one schedule that many
// share. Writes docs/reliability.md.
import { readCli } from "#scripts/lib/cli.ts";
import { seededRandom } from "#scripts/seed/random.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { startTestCluster } from "#tests/support/cluster.ts";
import { openPool } from "#tests/support/pool.ts";
import { createTestDatabase } from "#tests/support/postgres.ts";
import { reportCampaign } from "../report-campaign.ts";
import { compareEvaluators } from "./campaign.ts";
import { editTown } from "./edit-hours.ts";
import { comparePassings, type PassingsResult } from "./passings.ts";
import { plantFaults } from "./planted.ts";
import { changeSharedSchedule } from "./shared.ts";
import { openTown } from "./town.ts";

const { values } = readCli({
  usage: "npm run schedules",
  options: {
    pairs: { type: "integer", default: 20_000, help: "of a schedule and an instant" },
    controllers: { type: "integer", default: 50, help: "simulated door controllers" },
    people: { type: "integer", default: 300, help: "in groups with hours" },
    edits: { type: "integer", default: 10_000, help: "random edits before the second comparison" },
    sharing: { type: "integer", default: 10_000, help: "people who share one schedule" },
    only: { type: "string", help: "pairs, passings or shared" },
    seed: { type: "integer", default: 1, help: "the same seed draws the same schedules, people and edits" },
    "no-write": { type: "boolean", help: "leaves docs/reliability.md alone" },
  },
});
const { pairs, controllers, people, edits, sharing, only, seed } = values;
const QUIET_WITHIN_MS = 1_200_000;
const SAY_EVERY = 500;
/** Calls that write a schedule to a unit and confirm it, whatever number of people have it. */
const MOST_CALLS = 12;

const began = performance.now();
const say = (what: string) => console.log(`${Math.round((performance.now() - began) / 1000)} s: ${what}`);
const report = (section: string, found: string[], broken: unknown) =>
  reportCampaign({ section, found: found.join("\n"), write: !values["no-write"], broken });
const command = (options: string) =>
  `\`npm run schedules -- ${options} --seed ${seed}\`, ${new Date().toISOString().slice(0, 10)}:`;
const keys = createKeyRing("schedules secret schedules secret schedules");

const cluster = await startTestCluster();
try {
  if (only === undefined || only === "pairs") await pairsOfSchedules();
  if (only === undefined || only === "passings") await passings();
  if (only === undefined || only === "shared") await shared();
} finally {
  await cluster.stop();
}

async function pairsOfSchedules(): Promise<void> {
  const admin = openPool({ connectionString: (await createTestDatabase()).adminUrl, max: 1 });
  const result = await compareEvaluators(admin, { pairs, seed });
  await admin.end();
  const { open, schedules, differences } = result;
  await report(
    "schedules",
    [
      `${command(`--only pairs --pairs ${pairs}`)} ${schedules} schedules at ${result.pairs} instants; SQL, TypeScript,`,
      `a third evaluator (ical.js, a table of holidays, PostgreSQL's local time) and a simulated unit with the compiled calendar call ${open.sql}, ${open.typescript}, ${open.third} and ${open.unit} of them open, with ${differences} differences.`,
    ],
    differences > 0 || open.sql === 0 ? result : null,
  );
}

async function passings(): Promise<void> {
  const random = seededRandom(seed);
  const town = await openTown({
    ...(await createTestDatabase()),
    keys,
    controllers,
    people,
    random,
    quietWithinMs: QUIET_WITHIN_MS,
  });
  try {
    say("the town is drawn");
    await town.world.quiet(QUIET_WITHIN_MS, { wake: true });
    say("every unit holds its people");
    const before = await comparePassings(town, town.doors, town.instants);
    say(wordsOf(before));
    const counts = await editTown(town, {
      seed,
      edits,
      progress: (done) => {
        if (done % SAY_EVERY === 0) say(`${done} edits`);
      },
    });
    await town.world.quiet(QUIET_WITHIN_MS, { wake: true });
    say("quiet after the edits");
    await town.world.quiet(QUIET_WITHIN_MS, { compare: true, wake: true });
    say("quiet after a comparison");
    const after = await comparePassings(town, town.doors, town.instants);
    say(wordsOf(after));
    const planted = await plantFaults(town);
    const found = planted.filter((one) => one.found > 0 && one.left === 0).length;
    const isRight = [before, after].every(
      (one) => one.differences + one.unknown === 0 && one.open > 0 && one.exits > 0,
    );
    await report(
      "passings",
      [
        `${command(`--only passings --controllers ${controllers} --people ${people} --edits ${edits}`)} ${town.instants.length} instants at ${town.doors.length} doors.`,
        `\`who_may_pass\` beside the units' own answers with their clocks set: ${wordsOf(before)}.`,
        `After ${edits} random edits (${counts.hours} of schedules, calendars, groups and doors' hours, ${counts.people} of people, ${counts.refused} refused): ${wordsOf(after)}.`,
        `Of ${planted.length} planted mistakes (${planted.map(({ fault }) => fault).join(", ")}) ${found} were seen so and put right by the unit's comparison.`,
      ],
      isRight && found === planted.length ? null : { before, after, planted },
    );
  } finally {
    await town.close();
  }
}

function wordsOf({ asked, open, exits, exitsRefused, unknown, differences }: PassingsResult): string {
  return `${differences} differences in ${asked} answers (${open} open, ${unknown} unknown), ${exitsRefused} of ${exits} exits refused`;
}

async function shared(): Promise<void> {
  const random = seededRandom(seed);
  const result = await changeSharedSchedule({
    ...(await createTestDatabase()),
    keys,
    controllers,
    random,
    sharing,
    quietWithinMs: QUIET_WITHIN_MS,
  });
  const { calls, most, msAt } = result;
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  await report(
    "shared-schedule",
    [
      `${command(`--only shared --controllers ${controllers} --sharing ${sharing}`)} one schedule of ${result.people} people at ${result.controllers} units is changed:`,
      `at most ${most} calls of a unit (${Object.entries(calls)
        .map(([name, count]) => `${count} ${name}`)
        .join(", ")}); confirmed at half of them after ${seconds(msAt.half)} s, at 99 % after ${seconds(msAt.p99)} s.`,
    ],
    most <= MOST_CALLS ? null : result,
  );
}
