// From a read posted at the webhook to its row at a subscriber, under steady traffic.
import { setTimeout as wait } from "node:timers/promises";
import { startGates } from "../passages.ts";
import { signInForBench } from "../sign-in.ts";
import { median, percentile, type Row } from "../statistics.ts";
import { startChild } from "./child.ts";
import type { ScaleBench } from "./scale-bench.ts";
import type { Sighting } from "./subscriber.ts";

const PER_SECOND = 50;
const GOAL_P99_MS = 250;
const WARM_UP_SECONDS = 10;
/** Grace period for rows still on their way after the last car. */
const SETTLE_MS = 3_000;

export async function benchVisible({ database, server, seconds }: ScaleBench): Promise<Row[]> {
  const { admin, people } = database;
  const { email } = await signInForBench({ admin, serverPort: server.port, organizationId: null });
  const gates = await startGates({ admin, serverPort: server.port, people });
  const subscriber = await startChild<Sighting[]>("subscriber.ts", [
    `http://127.0.0.1:${server.port}`,
    email,
    "access_logs",
  ]);
  try {
    await gates.drive(PER_SECOND, WARM_UP_SECONDS);
    const passages = await gates.drive(PER_SECOND, seconds);
    await wait(SETTLE_MS);
    const seenAt = new Map(await subscriber.ask());
    const times = passages.flatMap(({ logId, sentAt }) => {
      const at = seenAt.get(logId);
      return at === undefined ? [] : [at - sentAt];
    });
    const missed = passages.length - times.length;
    const p99 = percentile(times, 0.99);
    const answers = passages.map(({ sentAt, answeredAt }) => answeredAt - sentAt);
    return [
      {
        work: `webhook → in the hands of a subscriber (unmodified supabase-js in a process of its own), ${PER_SECOND} passages a second for ${seconds} s`,
        measured: `p99 ${p99.toFixed(0)} ms, median ${median(times).toFixed(0)} ms (the webhook's own answer: p99 ${percentile(answers, 0.99).toFixed(0)}, median ${median(answers).toFixed(0)}); ${missed} of ${passages.length} missed`,
        goal: `p99 ≤ ${GOAL_P99_MS} ms`,
        met: p99 <= GOAL_P99_MS && missed === 0,
      },
    ];
  } finally {
    await subscriber.stop();
    gates.close();
  }
}
