import { vi } from "vitest";
import type { TestPortal } from "./build-portal.ts";
import { paced } from "./pace.ts";

/** Resolves when every device has what the database desires, and the hours of schedules that changed. */
export async function untilInStep(portal: TestPortal): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rowCount } = await portal.admin.query(
        "select from device_sync where pending union all select from controller_sync where hours_at is not null",
      );
      if (rowCount !== 0) throw new Error("pending");
    },
    { timeout: paced(60_000), interval: 50 },
  );
}
