// The gate's floor without pgbench: the same prepared statements through a bare `pg` pool.
import pg from "pg";

export interface PoolStatement {
  name: string;
  text: string;
  values: unknown[];
}

/** `clients` loops for `seconds`, one connection each; `statements` gives one transaction's statements. */
export async function poolLoad(options: {
  url: string;
  role: string;
  clients: number;
  seconds: number;
  statements: () => PoolStatement[];
}): Promise<{ perSecond: number; p99Ms: number }> {
  const pool = new pg.Pool({ connectionString: options.url, max: options.clients, options: `-c role=${options.role}` });
  const times: number[] = [];
  const started = performance.now();
  const until = started + options.seconds * 1000;
  try {
    await Promise.all(
      Array.from({ length: options.clients }, async () => {
        const client = await pool.connect();
        try {
          while (performance.now() < until) {
            const from = performance.now();
            for (const statement of options.statements()) await client.query(statement);
            times.push(performance.now() - from);
          }
        } finally {
          client.release();
        }
      }),
    );
  } finally {
    await pool.end();
  }
  const elapsed = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  return { perSecond: times.length / elapsed, p99Ms: times[Math.floor(times.length * 0.99)] ?? Number.NaN };
}
