import type { Pool } from "pg";
import { vi } from "vitest";
import { paced } from "./pace.ts";

/** Reads the log of the only controller, so that the database has all its rows of now. */
export async function readDoorLog(admin: Pool): Promise<void> {
  const { rows } = await admin.query<{ asked: Date }>("select clock_timestamp() as asked");
  await admin.query("update door_event_cursors set next_read_at = '-infinity'");
  await vi.waitFor(
    async () => {
      const { rowCount } = await admin.query("select from door_event_cursors where complete_to > $1", [rows[0]?.asked]);
      if (rowCount !== 1) throw new Error("the log has not been read yet");
    },
    { timeout: paced(60_000), interval: 50 },
  );
}
