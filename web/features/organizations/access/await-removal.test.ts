import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { awaitRemoval } from "./await-removal.ts";

const taken = { organizationId: "o", controller: { id: "c", name: "Port A", device_type: "axis" } } as const;
let said: string[] = [];

function use(...counts: (number | Error)[]) {
  return {
    waiting: (_id: string, { text }: { text: string }) => void said.push(text),
    ended: () => {},
    confirmed: (_id: string, { title }: { title: string }) => void said.push(title),
    count: async () => {
      const next = counts.shift() ?? 0;
      if (next instanceof Error) throw next;
      return next;
    },
  };
}

beforeEach(() => {
  said = [];
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test("a device that answers at once is not waited for", async () => {
  awaitRemoval(taken, use(0));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(said).toEqual([]);
});

test("a removal at an absent controller says what it still opens for, and when that has ended", async () => {
  awaitRemoval(taken, use(1234, 3, 3, new Error("no network"), 1, 0));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(said).toEqual([
    "1\u202f234 PIN-koder tas bort på Port A så snart den svarar; till dess öppnar de där.",
    "3 PIN-koder tas bort på Port A så snart den svarar; till dess öppnar de där.",
    "1 PIN-kod tas bort på Port A så snart den svarar; till dess öppnar den där.",
    "Tillgången är borttagen",
  ]);
});

test("a first count that fails confirms nothing either way: it is asked for again", async () => {
  awaitRemoval(taken, use(new Error("no network"), 2, 0));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(said).toEqual([
    "2 PIN-koder tas bort på Port A så snart den svarar; till dess öppnar de där.",
    "Tillgången är borttagen",
  ]);
});

test("once it is stopped, a count under way is given up and nothing is said", async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const signals: AbortSignal[] = [];
  const stop = awaitRemoval(taken, {
    ...use(),
    count: (_organizationId, _controllerId, signal) => {
      signals.push(signal);
      return promise;
    },
  });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  stop();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  resolve(3);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(signals).toHaveLength(1);
  expect(said).toEqual([]);
});
