// PostgreSQL's own availability: commits on the members themselves, past HAProxy and the portals, ten times a second.
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { type Member, SUPERUSER } from "./member.ts";

const EVERY_MS = 100;
/** Without a synchronous standby a commit waits for one; the probe then continues with a new connection. */
const PATIENCE_MS = 1_000;
/** A shorter pause is a busy machine, not an outage. */
const OUTAGE_MS = 1_500;

export interface Outage {
  from: number;
  /** First acknowledged commit after it; null while it lasts. */
  until: number | null;
}

export interface Probe extends AsyncDisposable {
  /** Outages since `from`, by `performance.now()`; `from` never goes back. */
  outages(from: number): Outage[];
}

export function startProbe(members: readonly Member[]): Probe {
  const stopping = new AbortController();
  const commits: number[] = [performance.now()];
  const loops = members.map((member) => probe(member, commits, stopping.signal));
  return {
    outages: (from) => {
      // Earlier rounds' commits are asked about no more.
      commits.splice(
        0,
        commits.findLastIndex((at) => at < from),
      );
      const since = [from, ...commits.filter((at) => at >= from)];
      const found: Outage[] = since.flatMap((at, i) => {
        const next = since[i + 1] ?? null;
        return (next ?? performance.now()) - at > OUTAGE_MS ? [{ from: at, until: next }] : [];
      });
      return found;
    },
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function probe(member: Member, commits: number[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({
      host: "127.0.0.1",
      port: member.port,
      database: "postgres",
      user: SUPERUSER.username,
      password: SUPERUSER.password,
      connectionTimeoutMillis: PATIENCE_MS,
    });
    client.on("error", () => {});
    try {
      await client.connect();
      while (!signal.aborted) {
        await patiently(client.query("update drill_probe set at = clock_timestamp()"));
        commits.push(performance.now());
        await wait(EVERY_MS);
      }
    } catch {
      // A standby, or no PostgreSQL: asked again soon.
    }
    void client.end().catch(() => {});
    await wait(EVERY_MS);
  }
}

async function patiently(work: Promise<unknown>): Promise<void> {
  work.catch(() => {});
  const late = Symbol("late");
  if ((await Promise.race([work, wait(PATIENCE_MS, late, { ref: false })])) === late)
    throw new Error("no commit in time");
}
