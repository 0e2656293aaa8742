// npm run events: door events under faults, each stored once or covered by a gap. Writes docs/reliability.md.
import { readCli } from "#scripts/lib/cli.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { startTestCluster } from "#tests/support/cluster.ts";
import { createTestDatabase } from "#tests/support/postgres.ts";
import { reportCampaign } from "../report-campaign.ts";
import { type EventCampaignResult, runEventCampaign } from "./campaign.ts";

const { values } = readCli({
  usage: "npm run events",
  options: {
    events: { type: "integer", default: 100_000, help: "how many, without those of overrun logs" },
    controllers: { type: "integer", default: 50, help: "that report them" },
    seed: { type: "integer", default: 1, help: "the same seed makes the same faults" },
    "no-write": { type: "boolean", help: "leaves docs/reliability.md alone" },
  },
});
const { events, controllers, seed } = values;
const QUIET_WITHIN_MS = 600_000;
const SAY_EVERY = 10_000;

const cluster = await startTestCluster();
try {
  const { adminUrl, authenticatorUrl } = await createTestDatabase();
  let said = 0;
  const result = await runEventCampaign({
    adminUrl,
    authenticatorUrl,
    keys: createKeyRing("events secret events secret events secret"),
    seed,
    events,
    controllers,
    quietWithinMs: QUIET_WITHIN_MS,
    progress: (done) => {
      if (done - said < SAY_EVERY) return;
      said = done;
      console.log(`${done} events`);
    },
  });
  const isBroken = result.lost.length > 0 || result.doubled > 0;
  await reportCampaign({
    section: "events",
    found: say(result),
    write: !values["no-write"],
    broken: isBroken ? result : null,
  });
} finally {
  await cluster.stop();
}

function say(result: EventCampaignResult): string {
  const number = (value: number) => value.toLocaleString("en");
  return [
    `\`npm run events -- --events ${events} --controllers ${controllers} --seed ${seed}\`, ${new Date().toISOString().slice(0, 10)}: ${number(result.logged)} events on ${controllers} simulated controllers with`,
    `lost and cut replies, ${result.skews} changes of clocks by an hour, ${result.resets} factory resets, ${result.overruns} logs run over and ${result.kills} servers killed: ${number(result.kept)} kept, ${number(result.gaps)} gaps said,`,
    `${result.lost.length} lost without a gap, ${result.doubled} kept twice.`,
  ].join("\n");
}
