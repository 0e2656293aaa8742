// Tests how often claims ask the database. tests/integration/reconcile/workers.test.ts tests what they do there.
import { expect, test } from "vitest";
import type { WorkerContext } from "../worker/public.ts";
import { createLeases } from "./claim.ts";

test("a claim that finds no work is two statements, and three each half minute to find a clock that was set back", async () => {
  let now = 0;
  const asked: string[] = [];
  const query = async ({ name }: { name: string }) => {
    asked.push(name);
    return { rows: [], rowCount: 0 };
  };
  const worker = {
    pool: { query },
    clock: { monotonic: () => now },
    options: { maxWorkers: 4, setBackEveryMs: 30_000 },
  } as unknown as WorkerContext;
  const leases = createLeases(worker, new AbortController().signal);
  const claimAt = async (ms: number) => {
    now = ms;
    asked.length = 0;
    await leases.claimDue(async () => undefined);
    return [...asked];
  };
  expect(await claimAt(0)).toEqual(["wake-expired", "wake-set-back", "claim-workers"]);
  expect(await claimAt(1_000)).toEqual(["wake-expired", "claim-workers"]);
  expect(await claimAt(29_000)).toEqual(["wake-expired", "claim-workers"]);
  expect(await claimAt(30_000)).toEqual(["wake-expired", "wake-set-back", "claim-workers"]);
  expect(await claimAt(31_000)).toEqual(["wake-expired", "claim-workers"]);
});
