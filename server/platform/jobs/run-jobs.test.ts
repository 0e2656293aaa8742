import { expect, test } from "vitest";
import { systemClock } from "#drivers/clock.ts";
import { type Job, repeat, runJobs } from "./run-jobs.ts";

const untilStopped = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));

test("a stop waits for what every job has under way, also when one of them has failed", async () => {
  const stopping = new AbortController();
  const underWay = Promise.withResolvers<void>();
  const said: object[] = [];
  let ended = false;
  const jobs: Job[] = [
    { name: "broken", run: async () => Promise.reject(new Error("no")) },
    { name: "slow", run: async (signal) => untilStopped(signal).then(() => underWay.promise) },
  ];
  const log = { error: (entry: object) => void said.push(entry) };
  const running = runJobs(jobs, stopping.signal, { clock: { wait: async () => undefined }, log }).then(() => {
    ended = true;
  });
  await new Promise(setImmediate);
  stopping.abort();
  await new Promise(setImmediate);
  expect(ended).toBe(false);
  underWay.resolve();
  await running;
  expect(said).toMatchObject([{ job: "broken" }]);
});

test("jobs begin one after the other, and none after the stop", async () => {
  const stopping = new AbortController();
  const begun: string[] = [];
  const turns: PromiseWithResolvers<void>[] = [];
  const waits: number[] = [];
  const clock = {
    wait: async (ms: number, signal?: AbortSignal) => {
      const turn = Promise.withResolvers<void>();
      signal?.addEventListener("abort", () => turn.reject(signal.reason), { once: true });
      turns.push(turn);
      waits.push(ms);
      return turn.promise;
    },
  };
  const jobs = ["first", "second", "third"].map((name) => ({ name, run: async () => void begun.push(name) }));
  const running = runJobs(jobs, stopping.signal, { clock, log: { error: expect.unreachable } });
  expect(waits).toEqual([0, 50, 100]);
  turns[0]?.resolve();
  turns[1]?.resolve();
  await new Promise(setImmediate);
  stopping.abort();
  await running;
  expect(begun).toEqual(["first", "second"]);
});

test("a failed round is reported and followed by the next, until the stop", async () => {
  const stopping = new AbortController();
  const said: unknown[] = [];
  let rounds = 0;
  await repeat(
    {
      clock: { ...systemClock, wait: async () => undefined },
      log: { warn: (_: object, line?: string) => void said.push(line) },
      everyMs: 1,
      failed: "not done; trying again later",
    },
    stopping.signal,
    async () => {
      rounds++;
      if (rounds === 3) stopping.abort();
      throw new Error("no");
    },
  );
  expect(rounds).toBe(3);
  expect(said).toEqual(["not done; trying again later", "not done; trying again later"]);
});
