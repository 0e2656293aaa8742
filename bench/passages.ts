// Cars at the gates at a steady rate, posted through the webhook as an LPR system does.
import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "pg";
import { z } from "zod";
import { webhookHash } from "#server/gates/webhook-credentials.ts";
import { macroServer } from "./gate.ts";
import { plate } from "./gate-floor.ts";
import { sharedMs } from "./monotonic.ts";
import { BENCH_DOORS, benchId } from "./seed-database.ts";

export interface Passage {
  logId: string;
  plate: string;
  granted: boolean;
  sentAt: number;
  answeredAt: number;
}

export interface Gates {
  /** Posts `perSecond` reads a second for that long or until `signal`. Throws when one is not answered with 200. */
  drive(perSecond: number, seconds: number, signal?: AbortSignal): Promise<Passage[]>;
  close(): void;
}

const reply = z.object({ granted: z.boolean(), log_id: z.string() });
const GATES = 2;
const UNKNOWN_EVERY = 5;

/** Seeded gates that answer every opening at once. Each car comes once, so every known one is let in. */
export async function startGates({
  admin,
  serverPort,
  people,
}: {
  admin: Client;
  serverPort: number;
  people: number;
}): Promise<Gates> {
  const macro = await macroServer();
  const password = randomBytes(12).toString("base64url");
  const numbers = Array.from({ length: GATES }, (_, index) => BENCH_DOORS + 1 + index);
  await admin.query("set session_replication_role = replica");
  await admin.query(
    "update controllers set webhook_hash = $2, device_ip = '127.0.0.1', device_port = $3 where id = any ($1::uuid[])",
    [numbers.map((n) => benchId(2, n)), webhookHash(password), macro.port],
  );
  await admin.query("set session_replication_role = default");
  await admin.query("delete from gate_passages");
  let n = 0;
  const post = async (): Promise<Passage> => {
    const number = n++;
    const gate = numbers[number % GATES] ?? 0;
    const car =
      number % UNKNOWN_EVERY === 0
        ? `X${String(number).padStart(6, "0")}`
        : plate(5 * (1 + ((number * 7919) % (Math.floor(people / 5) - 1))));
    const sentAt = sharedMs();
    const answer = await fetch(
      `http://127.0.0.1:${serverPort}/functions/v1/axxon-webhook?regnr=${car}&gateid=${benchId(2, gate)}`,
      {
        method: "POST",
        headers: { authorization: `Basic ${Buffer.from(`gate-${gate}:${password}`).toString("base64")}` },
      },
    );
    if (answer.status !== 200) throw new Error(`a read was answered with ${answer.status}: ${await answer.text()}`);
    const { granted, log_id } = reply.parse(await answer.json());
    return { logId: log_id, plate: car, granted, sentAt, answeredAt: sharedMs() };
  };
  return {
    drive: async (perSecond, seconds, signal) => {
      const sent: Promise<Passage>[] = [];
      const began = performance.now();
      for (let index = 0; index < perSecond * seconds; index++) {
        if (signal?.aborted) break;
        // Open-loop schedule: a slow answer must not thin out the traffic.
        const due = began + (index * 1000) / perSecond - performance.now();
        if (due > 0) await wait(due);
        const passage = post();
        passage.catch(() => {});
        sent.push(passage);
      }
      return Promise.all(sent);
    },
    close: () => macro.close(),
  };
}
