// A page's call through /rest/v1 against the same query in SQL, alone on a connection with its caller's role and settings.
import type { Client } from "pg";
import { z } from "zod";
import type { Role } from "#contract/roles.ts";
import { openClient } from "../open-client.ts";
import { signInForBench } from "../sign-in.ts";
import { alternating, median, type Row } from "../statistics.ts";
import type { ScaleBench } from "./scale-bench.ts";

const ROUNDS = 5;
const ASKED = 5;
/** Asked once a round from here on: a median of five would take minutes. */
const SLOW_MS = 1_000;
const GOAL = 3;

export interface Reader {
  role: Role;
  port: number;
  token: string;
  sql: Client;
}

/** `organizationId` null: a system admin. The connection is the caller's to end. */
export async function openReader({ database, server }: ScaleBench, organizationId: string | null): Promise<Reader> {
  const { port } = server;
  const { token, userId, sessionId } = await signInForBench({
    admin: database.admin,
    serverPort: port,
    organizationId,
  });
  const role = organizationId === null ? "system_admin" : "org_admin";
  const settings = { jit: "off", role, "app.org": organizationId ?? "", "app.sub": userId, "app.session": sessionId };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const sql = await openClient({ connectionString: database.adminUrl, options: options.join(" ") });
  return { role, port, token, sql };
}

class UnansweredError extends Error {
  override name = "UnansweredError";
}
const refusal = z.object({ message: z.string() });

/** supabase-js sends columns without spaces. */
export const asSent = (columns: string) => columns.replaceAll(" ", "");

/** Answers the ids in their order, by which two lists are the same. */
export type Ask = () => Promise<string>;

const rowsSchema = z.array(z.object({ id: z.string() }));
const idsOf = (rows: unknown) =>
  rowsSchema
    .parse(rows)
    .map(({ id }) => id)
    .join();

export interface RestCall {
  table: string;
  /** The query string in the form of supabase-js. */
  query: readonly (readonly [name: string, value: string])[];
  count: "exact" | "estimated" | null;
}

export function restCall({ port, token }: Reader, { table, query, count }: RestCall): Ask {
  const url = `http://127.0.0.1:${port}/rest/v1/${table}?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString()}`;
  const headers = {
    authorization: `Bearer ${token}`,
    apikey: "portal",
    ...(count !== null && { prefer: `count=${count}` }),
  };
  return async () => {
    const answer = await fetch(url, { headers });
    if (!answer.ok) {
      const { message } = refusal.parse(await answer.json());
      throw new UnansweredError(`not answered: ${answer.status}, ${message}`);
    }
    return idsOf(await answer.json());
  };
}

/** `text` selects the list as JSON, named `body`. */
export function sqlCall({ sql }: Reader, name: string, text: string, values: readonly unknown[]): Ask {
  return async () => {
    const { rows } = await sql.query<{ body: string }>({ name, text, values: [...values] });
    return idsOf(JSON.parse(rows[0]?.body ?? "null"));
  };
}

/** Medians of alternating rounds; a call that is not answered spoils its row alone. Throws when the two answer differently. */
export async function againstSql(work: string, ours: Ask, alone: Ask): Promise<Row> {
  const goal = `≤ ${GOAL} ×`;
  try {
    const { ourMs, sqlMs } = await compare(work, ours, alone);
    return {
      work,
      measured: `${(ourMs / sqlMs).toFixed(2)} × its SQL alone (${ourMs.toFixed(1)} ms to ${sqlMs.toFixed(1)})`,
      goal,
      met: ourMs <= GOAL * sqlMs,
    };
  } catch (error) {
    if (!(error instanceof UnansweredError)) throw error;
    return { work, measured: error.message, goal, met: false };
  }
}

async function compare(work: string, ours: Ask, alone: Ask): Promise<{ ourMs: number; sqlMs: number }> {
  const began = performance.now();
  if ((await ours()) !== (await alone())) throw new Error(`endpoint and SQL answer differently: ${work}`);
  const asked = performance.now() - began > SLOW_MS ? 1 : ASKED;
  const timed = (ask: Ask) => () => medianTime(ask, asked);
  const taken = await alternating({ ours: timed(ours), floor: timed(alone) }, ROUNDS);
  return { ourMs: median(taken.ours), sqlMs: median(taken.floor) };
}

async function medianTime(ask: Ask, asked: number): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < asked; n++) {
    const from = performance.now();
    await ask();
    times.push(performance.now() - from);
  }
  return median(times);
}
