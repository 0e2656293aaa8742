import type { Pool } from "pg";
import { z } from "zod";
import { PUSHING_TYPES } from "#contract/devices.ts";
import { deviceBaseUrl } from "#drivers/base-url.ts";
import { plainAddress } from "#server/platform/connections/address-key.ts";

const cameraRow = z.object({ id: z.string(), device_ip: z.string(), device_port: z.number().nullable() });

/** Of cameras that are known by an address; one that has a name may be anywhere. */
export async function readCameraAddresses(engine: Pool): Promise<{ id: string; address: string }[]> {
  const { rows } = await engine.query({
    name: "camera-addresses",
    text: "select id, device_ip, device_port from controllers where device_type = any ($1) and device_ip is not null",
    values: [PUSHING_TYPES],
  });
  return z
    .array(cameraRow)
    .parse(rows)
    .flatMap(({ id, ...device }) => {
      const address = addressOf(device);
      return address === null ? [] : [{ id, address }];
    });
}

function addressOf(device: { device_ip: string; device_port: number | null }): string | null {
  try {
    return plainAddress(deviceBaseUrl(device).hostname.replace(/^\[|\]$/g, ""));
  } catch {
    return null; // a table call may have written what is no address
  }
}
