// Samples the memory, connections and pending work of a running server at one moment.
import type { Client } from "pg";
import type { MeasuredServer } from "../measured-server.ts";
import type { SoakSample } from "./trend.ts";

const WAITING = ["portal_replicas_pending_oldest_seconds", "portal_mail_oldest_seconds"];

export async function watch(
  { server, admin, everyMs, signal }: { server: MeasuredServer; admin: Client; everyMs: number; signal: AbortSignal },
  take: (sample: SoakSample) => void,
): Promise<void> {
  const began = performance.now();
  for (let n = 0; !signal.aborted; n++) {
    await pause(began + n * everyMs - performance.now(), signal);
    if (signal.aborted) return;
    const { rows } = await admin.query<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and usename = 'authenticator'",
    );
    take({
      seconds: Math.round((performance.now() - began) / 1000),
      residentMb: await server.residentMb(),
      connections: rows[0]?.n ?? Number.NaN,
      queueSeconds: await longestWait(server.port),
    });
  }
}

async function longestWait(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const values = WAITING.map((name) => {
    const value = new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1];
    if (value === undefined) throw new Error(`/metrics does not report ${name}`);
    return Number(value);
  });
  return Math.max(...values);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, ms));
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
