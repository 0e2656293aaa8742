// A gate whose camera pushes what it reads, and that camera set up for it.
import type { SupabaseClient } from "@supabase/supabase-js";
import { controllerManager } from "#contract/functions/controller-manager.ts";
import type { LpvSimulator } from "#simulators/axis-lpv/server.ts";
import type { TestPortal } from "./build-portal.ts";
import { callFunction } from "./client.ts";
import { type WebhookAccount, webhookAccount } from "./gate-calls.ts";

export interface CameraGate {
  id: string;
  device: LpvSimulator;
  /** The address that the camera pushes to. */
  url: string;
  account: WebhookAccount;
}

export const cameraConnection = (device: Pick<LpvSimulator, "host" | "port">) => ({
  device_ip: device.host,
  device_port: device.port,
  username: "portal",
  password: "S3cret-pass",
});

export const pushUrl = (portal: TestPortal, gateId: string): string =>
  `${portal.url}/functions/v1/plate-push/axis_lpv?gateid=${gateId}`;

/** Adds a gate with a camera, linked to the north's organisation. */
export async function addCameraGate(
  portal: TestPortal,
  system: SupabaseClient,
  { name, device }: { name: string; device: LpvSimulator },
): Promise<CameraGate> {
  const payload = { name, device_type: "axis_lpv", macro_id: "1", ...cameraConnection(device) };
  const made = await callFunction(system, "controller-manager", { action: "CREATE", payload });
  const { id } = controllerManager.CREATE.reply.parse(made.body).controller;
  await system
    .from("organization_controllers")
    .insert({ organization_id: portal.accounts.nord.organizationId, controller_id: id })
    .throwOnError();
  const account = await webhookAccount(system, id);
  const url = pushUrl(portal, id);
  device.camera.setWebhook({ url, ...account });
  return { id, device, url, account };
}
