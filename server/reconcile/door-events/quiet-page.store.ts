// Records a page of a log without events. Nearly all pages of an installation are such, so one statement does it.
import type { Pool } from "pg";
import { z } from "zod";
import { type CursorAfter, cursorValues, recordsCursor } from "./door-events.store.ts";
import { confirmsStates } from "./door-states.store.ts";

interface Claimed {
  controllerId: string;
  fence: string;
}

interface QuietPage {
  /** Holder of the lease. */
  owner: string;
  after: CursorAfter;
  /** Doors that the log named; null: the states are not confirmed by this page. */
  changedTokens: readonly string[] | null;
  /** The time since the reading began. */
  agoMs: () => number;
}

const TEXT = `with held as (select controller_id from controller_sync
    where controller_id = $1::uuid and fence = $12::bigint and lease_owner = $13::text for share),
  recorded as (${recordsCursor("from held")}),
  confirmed as (${confirmsStates("$14::float8", "$15::text[]")} and exists (select from held))
  select next_read_at from recorded`;

/** Records the page and confirms the states of doors. Returns when the log is read next; null when the lease was lost. */
export async function recordQuietPage(
  pool: Pool,
  { controllerId, fence }: Claimed,
  { owner, after, changedTokens, agoMs }: QuietPage,
): Promise<string | null> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // The wait for a connection is a part of the time since the reading.
    const values = [...cursorValues(controllerId, after), fence, owner, agoMs() / 1000, changedTokens];
    const { rows } = await client.query({ name: "record-quiet-page", text: TEXT, values });
    return z.object({ next_read_at: z.string() }).optional().parse(rows[0])?.next_read_at ?? null;
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(broken);
  }
}
