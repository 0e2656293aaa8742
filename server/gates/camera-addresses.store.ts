import type { Pool } from "pg";
import { z } from "zod";
import { COPIED_CAMERA_RECOVERED_MINUTES, COPIED_CAMERA_SILENT_HOURS } from "#contract/alerts.ts";
import { PUSHING_TYPES } from "#contract/devices.ts";
import { deviceBaseUrl } from "#drivers/base-url.ts";
import { plainAddress } from "#server/platform/connections/address-key.ts";
import { readRows } from "#server/platform/database/read-each.ts";

const cameraRow = z.object({ id: z.string(), device_ip: z.string(), device_port: z.number().nullable() });

/** Returns cameras known by an IP address; one that has a host name may be anywhere. */
export async function readCameraAddresses(engine: Pool): Promise<{ id: string; address: string }[]> {
  const { rows } = await engine.query({
    name: "camera-addresses",
    text: "select id, device_ip, device_port from controllers where device_type = any ($1) and device_ip is not null",
    values: [PUSHING_TYPES],
  });
  return readRows(cameraRow, rows).flatMap(({ id, ...device }) => {
    const address = addressOf(device);
    return address === null ? [] : [{ id, address }];
  });
}

function addressOf(device: { device_ip: string; device_port: number | null }): string | null {
  try {
    return plainAddress(deviceBaseUrl(device).hostname.replace(/^\[|\]$/g, ""));
  } catch {
    return null; // A table call may have written a text that is no address.
  }
}

/**
 * Records that a camera pushed with another gate's account, at most once a minute. Sets a new start time if these pushes had stopped in
 * between.
 */
export async function recordCopiedCamera(
  engine: Pool,
  { gateId, accountOfId }: { gateId: string; accountOfId: string },
): Promise<void> {
  await engine.query({
    name: "note-copied-camera",
    text: `insert into private.copied_cameras as s (controller_id, account_of_id) values ($1, $2)
      on conflict (controller_id) do update set account_of_id = excluded.account_of_id, last_at = now(),
        since = case when s.last_at <= now() - make_interval(hours => $3) or s.last_at < now() - make_interval(mins => $4)
          and exists (select from controllers c where c.id = s.controller_id and c.pushed_at > s.last_at) then now() else s.since end
      where s.last_at < now() - interval '1 minute' or s.account_of_id <> excluded.account_of_id`,
    values: [gateId, accountOfId, COPIED_CAMERA_SILENT_HOURS, COPIED_CAMERA_RECOVERED_MINUTES],
  });
}
