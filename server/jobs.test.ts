import { expect, test } from "vitest";
import { portalJobs } from "./jobs.ts";

test("gates' addresses are read by a job, until the stop", async () => {
  const kept: [number, AbortSignal][] = [];
  const app = {
    gateAddresses: { keep: async (everyMs: number, signal: AbortSignal) => void kept.push([everyMs, signal]) },
  };
  const jobs = portalJobs({ config: { smtpUrl: null }, pools: {} } as never, app as never, {
    publicUrl: "http://portal",
    typed: new Map(),
    adminUrl: "",
    database: "",
    tls: { source: "none", served: () => null } as never,
  });
  const { signal } = new AbortController();
  await jobs.find(({ name }) => name === "addresses of gates")?.run(signal);
  expect(kept).toEqual([[300_000, signal]]);
});
