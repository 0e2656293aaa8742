// The installation of a world: one organisation with its door controllers and a gate, made through the portal's own calls.
import type { SupabaseClient } from "@supabase/supabase-js";
import type pg from "pg";
import { z } from "zod";
import { startAxisSimulator } from "#simulators/axis/server.ts";
import { type AxxonSimulator, DEFAULT_MACRO_ID, startAxxonSimulator } from "#simulators/axxon/server.ts";
import { type WebhookAccount, webhookAccount, webhookUrl } from "#tests/support/gate-calls.ts";
import { type DeviceFixture, deviceFixture } from "./device-fixtures.ts";
import { lastingPort } from "./ports.ts";

export interface Installation {
  organizationId: string;
  fixtures: (DeviceFixture & { doorIds: string[] })[];
  gate: { id: string; device: AxxonSimulator; account: WebhookAccount };
}

/** Starts the devices and adds them to the portal. `portalUrl`: where the gate asks. */
export async function furnish(
  stack: AsyncDisposableStack,
  { system, admin, portalUrl }: { system: SupabaseClient; admin: pg.Pool; portalUrl: string },
): Promise<Installation> {
  const devices = [
    await startAxisSimulator({ doors: 2, port: await lastingPort() }),
    await startAxisSimulator({ doors: 2, model: "A1001", port: await lastingPort() }),
  ];
  for (const device of devices) stack.defer(() => device.close());
  const gateDevice = await startAxxonSimulator({ port: await lastingPort() });
  stack.defer(() => gateDevice.close());

  const organization = await system.from("organizations").insert({ name: "Brf Kampanjen" }).select("id").single();
  if (organization.error) throw new Error(organization.error.message);
  const organizationId = z.object({ id: z.string() }).parse(organization.data).id;
  const fixtures: Installation["fixtures"] = [];
  for (const [index, device] of devices.entries()) {
    const id = await addController(system, organizationId, {
      name: `Hus ${index + 1}`,
      device_type: "axis",
      device_ip: device.url,
      device_port: device.port,
    });
    await expectOk(system, "axis-proxy", { action: "SYNC_ACCESS_POINTS", controller_id: id });
    const doors = await admin.query<{ id: string }>(
      "select id from access_points where controller_id = $1 order by name",
      [id],
    );
    fixtures.push({ ...deviceFixture(id, device), doorIds: doors.rows.map((row) => row.id) });
  }
  const gateId = await addController(system, organizationId, {
    name: "Infarten",
    device_type: "axxon_lpr",
    device_ip: gateDevice.host,
    device_port: gateDevice.port,
    macro_id: DEFAULT_MACRO_ID,
  });
  const account = await webhookAccount(system, gateId);
  gateDevice.setWebhook({ url: webhookUrl(portalUrl, gateId), ...account });
  return { organizationId, fixtures, gate: { id: gateId, device: gateDevice, account } };
}

async function addController(system: SupabaseClient, organizationId: string, fields: object): Promise<string> {
  const body = await expectOk(system, "controller-manager", {
    action: "CREATE",
    payload: { username: "portal", password: "S3cret-pass", ...fields },
  });
  const { id } = z.object({ controller: z.object({ id: z.string() }) }).parse(body).controller;
  const { error } = await system
    .from("organization_controllers")
    .insert({ organization_id: organizationId, controller_id: id });
  if (error) throw new Error(error.message);
  return id;
}

async function expectOk(system: SupabaseClient, name: string, body: object): Promise<Record<string, unknown>> {
  const { data, error } = await system.functions.invoke<unknown>(name, { body: { ...body } });
  if (error) throw new Error(name, { cause: error });
  return z.record(z.string(), z.unknown()).parse(data);
}
