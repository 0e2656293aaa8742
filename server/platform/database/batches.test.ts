import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { z } from "zod";
import { inBatches } from "./batches.ts";

function refusal(code: string): DatabaseError {
  const error = new DatabaseError("refused", 1, "error");
  error.code = code;
  return error;
}

/** Makes a statement that ends when the test ends it. */
function held() {
  const calls: (readonly number[])[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const together = async (items: readonly number[]) => {
    calls.push(items);
    const end = Promise.withResolvers<void>();
    ends.push(end);
    await end.promise;
    return items.map((item) => item * 10);
  };
  return { calls, ends, together };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const alone = async (item: number) => item;

test("items of one turn of the event loop go together, each with its own result", async () => {
  const { calls, ends, together } = held();
  const run = inBatches({ atOnce: 2, most: 8, together, alone });
  const results = Promise.all([1, 2, 3].map(run));
  await turn();
  ends[0]?.resolve();
  expect(await results).toEqual([10, 20, 30]);
  expect(calls).toEqual([[1, 2, 3]]);
});

test("calls that come while all places are taken wait, and go together when one is free, at most so many", async () => {
  const { calls, ends, together } = held();
  const run = inBatches({ atOnce: 1, most: 2, together, alone });
  const first = run(1);
  await turn();
  const later = Promise.all([2, 3, 4].map(run));
  await turn();
  expect(calls).toEqual([[1]]);
  ends[0]?.resolve();
  expect(await first).toBe(10);
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.resolve();
  await expect.poll(() => calls).toEqual([[1], [2, 3], [4]]);
  ends[2]?.resolve();
  expect(await later).toEqual([20, 30, 40]);
});

test.each(["21000", "22P02", "23503", "40P01", "55P03"])(
  "a batch refused with %s runs item by item, holds no place meanwhile, and fails only whom it must",
  async (code) => {
    const slow = Promise.withResolvers<void>();
    const run = inBatches<number, number>({
      atOnce: 1,
      most: 8,
      together: async (items) => {
        if (items.includes(2)) throw refusal(code);
        return items;
      },
      alone: async (item) => {
        if (item === 2) throw refusal(code);
        await slow.promise;
        return item + 100;
      },
    });
    const settled = Promise.allSettled([1, 2, 3].map(run));
    await turn();
    expect(await run(4)).toBe(4);
    slow.resolve();
    expect(await settled).toMatchObject([
      { status: "fulfilled", value: 101 },
      { status: "rejected", reason: { code } },
      { status: "fulfilled", value: 103 },
    ]);
  },
);

test.each([
  [true, { status: "fulfilled", value: 101 }],
  [false, { status: "rejected" }],
])("a row that cannot be read fails its own item alone where nothing is stored (%s)", async (readsOnly, other) => {
  const unreadable = z.string().safeParse(1).error;
  const run = inBatches<number, number>({
    atOnce: 1,
    most: 8,
    readsOnly,
    together: () => Promise.reject(unreadable),
    alone: async (item) => {
      if (item === 2) throw unreadable;
      return item + 100;
    },
  });
  expect(await Promise.allSettled([1, 2].map(run))).toMatchObject([other, { status: "rejected", reason: unreadable }]);
});

test.each([refusal("57014"), refusal("57P01"), new Error("Connection terminated unexpectedly")])(
  "after %s nothing runs a second time",
  async (failure) => {
    const again: number[] = [];
    const run = inBatches<number, number>({
      atOnce: 1,
      most: 8,
      together: async () => {
        throw failure;
      },
      alone: async (item) => again.push(item),
    });
    expect((await Promise.allSettled([1, 2].map(run))).map((one) => one.status)).toEqual(["rejected", "rejected"]);
    expect(again).toEqual([]);
  },
);

test("a statement that loses a row rejects instead of giving one caller another's answer", async () => {
  const run = inBatches<number, number>({ atOnce: 1, most: 8, together: async () => [1], alone });
  await expect(Promise.all([1, 2].map(run))).rejects.toThrow("1 results for 2 items");
});
