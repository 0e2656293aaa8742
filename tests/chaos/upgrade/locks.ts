// Measures how long an update's locks make others wait. Writes to each table in turn take a save's lock and change nothing,
// beside transactions that stay open for a moment, like a list or an import.
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Random } from "#scripts/seed/random.ts";

const HELD_MS = { least: 20, most: 600 };

export interface LockProbe extends AsyncDisposable {
  /** The longest wait of a write so far, with its table. */
  readonly longest: { ms: number; table: string };
  readonly writes: number;
  /** The longest wait for `select 1` on the same connection, in ms. It shows how much of a wait is due to a busy machine. */
  readonly slowest: number;
}

export async function probeLocks(adminUrl: string, random: Random): Promise<LockProbe> {
  const stopping = new AbortController();
  const longest = { ms: 0, table: "" };
  let writes = 0;
  let slowest = 0;
  const clients = await Promise.all(
    [0, 1, 2].map(async () => {
      const client = new pg.Client({ connectionString: adminUrl, application_name: "upgrade-probe" });
      client.on("error", () => {}); // The end of the connection cuts off its query, which reports it.
      await client.connect();
      return client;
    }),
  );
  const [writer, ...holders] = clients;
  const tables = await tablesOf(writer);
  const write = async () => {
    while (!stopping.signal.aborted)
      for (const table of tables) {
        const asked = performance.now();
        await writer?.query("select 1");
        const began = performance.now();
        slowest = Math.max(slowest, began - asked);
        await writer?.query(`delete from ${table} where false`);
        const ms = performance.now() - began;
        writes += 1;
        if (ms > longest.ms) Object.assign(longest, { ms, table });
      }
  };
  const hold = async (client: pg.Client) => {
    while (!stopping.signal.aborted) {
      await client.query(`begin; select 1 from ${random.pick(tables)} limit 1`);
      await wait(HELD_MS.least + random.below(HELD_MS.most - HELD_MS.least));
      await client.query("commit");
    }
  };
  const loops = [write(), ...holders.map(hold)];
  return {
    longest,
    get writes() {
      return writes;
    },
    get slowest() {
      return slowest;
    },
    [Symbol.asyncDispose]: async () => {
      if (stopping.signal.aborted) return;
      stopping.abort();
      await Promise.all(loops);
      await Promise.all(clients.map((client) => client.end()));
    },
  };
}

async function tablesOf(client: pg.Client | undefined): Promise<string[]> {
  const { rows } = (await client?.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where relkind in ('r', 'p') and not relispartition and relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
       and c.relname not in (select tgrelid::regclass::name from pg_trigger where tgtype & 32 <> 0)
       and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'refuse_change')`,
  )) ?? { rows: [] };
  return rows.map(({ name }) => name);
}
