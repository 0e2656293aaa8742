import type { Pool } from "pg";
import { vi } from "vitest";
import type { AxisSimulator } from "#simulators/axis/server.ts";
import { paced } from "./pace.ts";

/** Counts calls by operation, without those of the log, which a worker reads of its own accord. */
export function callsWithoutLog(device: Pick<AxisSimulator, "requests">): Record<string, number> {
  return Object.fromEntries(Object.entries(device.requests.counts()).filter(([name]) => !name.startsWith("axlog:")));
}

/** Stops what workers read by their own timetable, logs and comparisons; when it resolves, running readings have finished. */
export async function stopReading(admin: Pool): Promise<void> {
  await admin.query("update controller_sync set verify_at = 'infinity'");
  await admin.query(
    `insert into door_event_cursors (controller_id, next_read_at) select id, 'infinity' from controllers where device_type = 'axis'
     on conflict (controller_id) do update set next_read_at = 'infinity'`,
  );
  await vi.waitFor(
    async () => {
      const { rowCount } = await admin.query("select from controller_sync where lease_owner is not null");
      if (rowCount !== 0) throw new Error("a controller is still being worked");
    },
    { timeout: paced(60_000), interval: 50 },
  );
  await admin.query("update door_event_cursors set next_read_at = 'infinity'");
  await admin.query("update controller_sync set verify_at = 'infinity'");
}
