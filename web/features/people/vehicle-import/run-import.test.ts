import { expect, test } from "vitest";
import type { Vehicle } from "#contract/vehicle-csv.ts";
import { BackendError } from "#web/lib/calls/errors.ts";
import { type ImportProgress, runImport, type Waiting } from "./run-import.ts";

const rows: Vehicle[] = Array.from({ length: 250 }, (_, index) => ({
  row: index + 2,
  plate: `ABC${index}`,
  first_name: "Anna",
  last_name: "Berg",
  vehicle_type: null,
}));

const broken = (status: number) => new BackendError("Fel", { code: "x", status, cause: null });

/** Makes a server that replays the steps: an error to throw, or rows to refuse. */
function importing(steps: (BackendError | number[])[], stop?: (chunks: number) => boolean) {
  const sent: number[][] = [];
  const seen: ImportProgress[] = [];
  const waits: Waiting[] = [];
  const cancel = new AbortController();
  const end = runImport({
    rows,
    signal: cancel.signal,
    onProgress: (progress) => seen.push(progress),
    wait: async (reason) => {
      waits.push(reason);
    },
    send: async (chunk) => {
      sent.push(chunk.map(({ row }) => row));
      const step = steps.shift() ?? [];
      if (stop?.(sent.length)) cancel.abort();
      if (step instanceof BackendError) throw step;
      return chunk.map(({ row }) =>
        step.includes(row) ? { row, error: `Rad ${row}: Okänt fel` } : { row, end_user_id: crypto.randomUUID() },
      );
    },
  });
  return { end, sent, seen, waits };
}

test("rows go a hundred at a time, in order, and the progress counts them", async () => {
  const { end, sent, seen } = importing([]);
  expect(await end).toEqual({ outcome: "done" });
  expect(sent.map((chunk) => chunk.length)).toEqual([100, 100, 50]);
  expect(sent.flat()).toEqual(rows.map(({ row }) => row));
  expect(seen.map(({ done }) => done)).toEqual([100, 200, 250]);
});

test("a refused row is counted and the import continues", async () => {
  const { end, seen } = importing([[3], [], [251]]);
  expect(await end).toEqual({ outcome: "done" });
  expect(seen.at(-1)?.failed.map(({ error }) => error)).toEqual(["Rad 3: Okänt fel", "Rad 251: Okänt fel"]);
});

test("a chunk without an answer is sent again when contact is back, an expired session when it is renewed", async () => {
  const { end, sent, waits, seen } = importing([[], broken(0), broken(0), broken(401), broken(503), []]);
  expect(await end).toEqual({ outcome: "done" });
  expect(waits).toEqual(["network", "network", "session", "server"]);
  expect(sent.map((chunk) => chunk[0])).toEqual([2, 102, 102, 102, 102, 102, 202]);
  expect(seen.map(({ waiting }) => waiting)).toEqual([null, "network", "network", "session", "server", null, null]);
});

test("a person who cancels keeps what is done, the chunk under way included", async () => {
  const { end, sent, seen } = importing([], (chunks) => chunks === 2);
  expect(await end).toEqual({ outcome: "cancelled" });
  expect(sent).toHaveLength(2);
  expect(seen.at(-1)?.done).toBe(200);
});

test("an error that no repeat can fix stops the import with its reason", async () => {
  const { end, seen } = importing([[], broken(403)]);
  expect(await end).toMatchObject({ outcome: "stopped", error: { status: 403 } });
  expect(seen.at(-1)?.done).toBe(100);
});

test("a server that keeps failing is given up", async () => {
  const { end, waits } = importing(Array.from({ length: 20 }, () => broken(500)));
  expect(await end).toMatchObject({ outcome: "stopped", error: { status: 500 } });
  expect(waits).toHaveLength(7);
});
