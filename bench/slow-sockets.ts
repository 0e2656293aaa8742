// Gates and the health check with and without thousands of slow connections held open.
import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "pg";
import { webhookHash } from "#server/gates/webhook-credentials.ts";
import { GATE } from "./gate-floor.ts";
import { type AskedChild, startChild } from "./scale/child.ts";
import { benchId } from "./seed-database.ts";
import { alternating, median, percentile, type Row } from "./statistics.ts";

const ROUNDS = 3;
const SECONDS = 4;
const CLIENTS = 4;
/** Bounded by the open-file limit of one process. */
const SOCKETS_OF_PROCESS = 10_000;
const ADDRESSES = 200;
const REOPENED = 1_000;
const GATE_ADDRESS = "127.0.0.250";
const MONITOR_ADDRESS = "127.0.0.251";
const HEALTH_EVERY_MS = 100;
const GOAL_P99 = 4;

export interface SlowSocketsBench {
  admin: Client;
  serverPort: number;
  sockets: number;
}

interface Run {
  p99Ms: number;
  answered: number;
  lost: number;
}

export async function benchSlowSockets({ admin, serverPort, sockets }: SlowSocketsBench): Promise<Row[]> {
  const password = randomBytes(12).toString("base64url");
  await admin.query("set session_replication_role = replica");
  await admin.query("update controllers set webhook_hash = $2 where id = $1", [
    benchId(2, GATE),
    webhookHash(password),
  ]);
  await admin.query("set session_replication_role = default");
  const authorization = `Basic ${Buffer.from(`gate-${GATE}:${password}`).toString("base64")}`;
  const url = `http://127.0.0.1:${serverPort}`;
  const gates = (): Promise<Run> =>
    during(CLIENTS, 0, () =>
      timed(`${url}/functions/v1/axxon-webhook?regnr=XYZ987&gateid=${benchId(2, GATE)}`, GATE_ADDRESS, authorization),
    );
  const health = (): Promise<Run> => during(1, HEALTH_EVERY_MS, () => timed(`${url}/healthz`, MONITOR_ADDRESS));
  const both = async () => {
    const [gate, monitor] = await Promise.all([gates(), health()]);
    return { gates: gate, health: monitor };
  };

  await both();
  const { ours: attacked, floor } = await alternating(
    {
      ours: async () => {
        const attackers = await startAttackers(serverPort, sockets);
        const found = await both();
        for (const attacker of attackers) await attacker.stop();
        // The released connections must be gone before the next run without an attack.
        await wait(1_000);
        return found;
      },
      floor: both,
    },
    ROUNDS,
  );
  const ratio = median(attacked.map((run) => run.gates.p99Ms)) / median(floor.map((run) => run.gates.p99Ms));
  const sum = (of: (run: (typeof attacked)[number]) => number) => attacked.reduce((all, run) => all + of(run), 0);
  const [lost, answered] = [sum((run) => run.gates.lost), sum((run) => run.gates.answered)];
  const [unwell, well] = [sum((run) => run.health.lost), sum((run) => run.health.answered)];
  return [
    {
      work: `gate's calls, each on a connection of its own, while ${sockets.toLocaleString("en")} slow connections are opened from ${ADDRESSES} addresses and ${REOPENED.toLocaleString("en")} a second anew`,
      measured: `p99 ${ratio.toFixed(1)} × that without; ${lost} of ${(lost + answered).toLocaleString("en")} unanswered`,
      goal: `≤ ${GOAL_P99} ×; none`,
      met: ratio <= GOAL_P99 && lost === 0,
    },
    {
      work: "/healthz meanwhile, from an address of its own",
      measured: `${unwell} of ${unwell + well} unanswered`,
      goal: "none",
      met: unwell === 0 && well > 0,
    },
  ];
}

async function startAttackers(port: number, sockets: number): Promise<AskedChild<unknown>[]> {
  const processes = Math.ceil(sockets / SOCKETS_OF_PROCESS);
  const each = [port, Math.ceil(sockets / processes), ADDRESSES, Math.ceil(REOPENED / processes)].map(String);
  return Promise.all(Array.from({ length: processes }, () => startChild("../slow-attacker.ts", each)));
}

async function during(clients: number, pauseMs: number, call: () => Promise<number | null>): Promise<Run> {
  const took: number[] = [];
  let lost = 0;
  const until = performance.now() + SECONDS * 1000;
  const one = async () => {
    while (performance.now() < until) {
      const ms = await call();
      if (ms === null) lost += 1;
      else took.push(ms);
      if (pauseMs > 0) await wait(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: clients }, one));
  return { p99Ms: percentile(took, 0.99), answered: took.length, lost };
}

/** Milliseconds to the end of a 200, connection included; null for anything else. */
function timed(url: string, localAddress: string, authorization?: string): Promise<number | null> {
  const began = performance.now();
  return new Promise((resolve) => {
    const headers = authorization === undefined ? {} : { authorization };
    const call = request(url, { localAddress, agent: false, method: authorization ? "POST" : "GET", headers });
    call.on("error", () => resolve(null));
    call.on("response", (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode === 200 ? performance.now() - began : null));
    });
    call.end();
  });
}
