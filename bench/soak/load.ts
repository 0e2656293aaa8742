// A steady mixed load: cars at the gates, admins who read, search, sign in and follow the log, and one who edits people
// whose PINs go to simulated door controllers.
import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { listRequest } from "../list.ts";
import { startGates } from "../passages.ts";
import { startChild } from "../scale/child.ts";
import { benchId } from "../seed-database.ts";
import type { SeededDatabase } from "../seeded.ts";
import { signInForBench, signInMany } from "../sign-in.ts";

const CARS_PER_SECOND = 10;
const LIST_EVERY_MS = 200;
const SEARCH_EVERY_MS = 1_000;
const SAVE_EVERY_MS = 1_000;
/** Below a token's lifetime. */
const SIGN_IN_EVERY_MS = 60_000;
const SUBSCRIBERS = 20;
const RESUBSCRIBE_EVERY_MS = 15 * 60_000;
const TERMS = ["Alva", "son", "B00", "202cb962ac"];

export interface SoakLoad {
  database: SeededDatabase;
  serverPort: number;
  organizationId: string;
  doorIds: readonly string[];
}

export interface SoakCounts {
  passages: number;
  lists: number;
  searches: number;
  saves: number;
  signIns: number;
}

const saved = z.object({ end_user_id: z.uuid() });

/** Runs for that long and counts the calls. Throws at the first unsuccessful answer. */
export async function driveMixedLoad(load: SoakLoad, seconds: number): Promise<SoakCounts> {
  const { database, serverPort, organizationId, doorIds } = load;
  const { admin, people } = database;
  const url = `http://127.0.0.1:${serverPort}`;
  const counts: SoakCounts = { passages: 0, lists: 0, searches: 0, saves: 0, signIns: 0 };
  const signIn = (organization: string | null) => signInForBench({ admin, serverPort, organizationId: organization });
  let [org, system] = [await signIn(benchId(1, 1)), await signIn(null)];
  const until = performance.now() + seconds * 1000;
  const failed = new AbortController();

  const rest = async (ms: number) => {
    const left = Math.min(ms, until - performance.now());
    if (left > 0) await wait(left, undefined, { signal: failed.signal }).catch(() => {});
  };
  const every = async (ms: number, work: () => Promise<void>) => {
    while (performance.now() < until && !failed.signal.aborted) {
      const began = performance.now();
      await work();
      await rest(ms - (performance.now() - began));
    }
  };
  const call = async (path: string, init: { method?: string; body?: string }, token: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(`${url}${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const post = (path: string, body: unknown, token: string) =>
    call(path, { method: "POST", body: JSON.stringify(body) }, token);

  const listPath = /^GET (\S+)/.exec(listRequest(""))?.[1] ?? "";
  const manage = (body: unknown) => post("/functions/v1/end-user-manager", body, system.token);
  const person = (name: string) => ({
    organization_id: organizationId,
    first_name: name,
    last_name: "Uthållig",
    pin: {
      value: String(randomInt(100_000, 1_000_000)),
      validity_period: "12_months",
      access_point_ids: [doorIds[randomInt(doorIds.length)]],
    },
  });

  const gates = await startGates({ admin, serverPort, people });
  const drive = async () => {
    counts.passages = (await gates.drive(CARS_PER_SECOND, seconds, failed.signal)).length;
  };
  const followers: (() => Promise<void>)[] = [];
  const work = [
    drive(),
    every(LIST_EVERY_MS, async () => {
      await call(listPath, {}, org.token);
      counts.lists += 1;
    }),
    every(SEARCH_EVERY_MS, async () => {
      const query = TERMS[counts.searches % TERMS.length];
      await post("/rest/v1/rpc/search_end_users", { query }, system.token);
      counts.searches += 1;
    }),
    every(SAVE_EVERY_MS, async () => {
      const { end_user_id: id } = saved.parse(await manage({ action: "CREATE", payload: person("Ny") }));
      await manage({ action: "UPDATE", id, payload: person("Ändrad") });
      await manage({ action: "DELETE", id });
      counts.saves += 3;
    }),
    every(SIGN_IN_EVERY_MS, async () => {
      [org, system] = [await signIn(benchId(1, 1)), await signIn(null)];
      counts.signIns += 2;
    }),
    every(RESUBSCRIBE_EVERY_MS, async () => {
      await followers.pop()?.();
      const callers = await signInMany({ admin, serverPort, organizationId: null }, SUBSCRIBERS);
      const tokens = callers.map(({ token }) => token);
      const child = await startChild("many-sockets.ts", [String(serverPort), ...tokens]);
      followers.push(() => child.stop());
      await rest(RESUBSCRIBE_EVERY_MS);
    }),
  ];
  try {
    await Promise.all(work);
    return counts;
  } finally {
    failed.abort();
    await Promise.allSettled(work);
    for (const stop of followers) await stop();
    gates.close();
  }
}
